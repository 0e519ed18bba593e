"""The page's look: quiet, one column, light or dark as the reader's system is, the same words on a phone and on paper."""

CSS = """
:root{color-scheme:light dark;--paper:#fbfaf7;--card:#fff;--ink:#1e2328;--soft:#5a626b;--rule:#ddd9d0;--edge:#a9a69d;--accent:#1f5f8b;--tint:#e6eff6;
--good:#2c6a3e;--good-tint:#e5f1e7;--bad:#9f321d;--bad-tint:#fae8e3;--warn:#7d5200;--warn-tint:#f8eed8;
--serif:Charter,"Bitstream Charter","Iowan Old Style","Palatino Linotype",Palatino,Georgia,serif;
--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;
--mono:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media (prefers-color-scheme:dark){:root{--paper:#14171a;--card:#1b1f23;--ink:#e7e4dd;--soft:#a3a9b0;--rule:#30363c;--edge:#5c646c;--accent:#84bce4;
--tint:#1c2f3d;--good:#8cc79b;--good-tint:#1b2d21;--bad:#f0937e;--bad-tint:#38201b;--warn:#e2b65f;--warn-tint:#332814}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 var(--sans);font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem;z-index:2}
header,main,footer{max-width:62rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2.75rem}
main:focus{outline:0}
h1,h2,h3{font-family:var(--serif);font-weight:600;line-height:1.2;margin:0}
h1{font-size:2.4rem;letter-spacing:-.01em}
h2{font-size:1.45rem;margin-bottom:.35rem}
h3{font-size:1.08rem;margin:1.75rem 0 .35rem}
p{margin:.35rem 0 .9rem;max-width:44rem}
.kicker{color:var(--soft);font-size:.82rem;letter-spacing:.09em;text-transform:uppercase;margin:0 0 .3rem}
.outcome{font-size:1.08rem;margin:.8rem 0 0}
.lead,.small{color:var(--soft)}
.small{font-size:.88rem}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:3px}
nav ul{display:flex;flex-wrap:wrap;gap:.3rem 1.15rem;list-style:none;margin:1.4rem 0 0;padding:.8rem 0;border-top:1px solid var(--rule);
border-bottom:1px solid var(--rule);font-size:.93rem}
section{margin:2.6rem 0}
.mark{display:inline-block;border-radius:999px;padding:.05rem .65rem;font-size:.9em;font-weight:600;background:var(--tint);color:var(--accent);
margin-right:.4rem;white-space:nowrap}
.mark.good{background:var(--good-tint);color:var(--good)}
.mark.bad{background:var(--bad-tint);color:var(--bad)}
.mark.warn{background:var(--warn-tint);color:var(--warn)}
.alert{border:1px solid var(--bad);border-left-width:5px;background:var(--bad-tint);border-radius:6px;padding:.8rem 1rem;margin:0 0 1.6rem}
.alert p{margin:.2rem 0 0;max-width:none}
.alert b{color:var(--bad)}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(11.5rem,1fr));gap:.9rem 1.5rem;margin:1.5rem 0 0}
.facts dt{color:var(--soft);font-size:.82rem}
.facts dd{margin:0;font-size:1.02rem}
code,.event,.guard{font-family:var(--mono);font-size:.9em}
.wide{overflow-x:auto;margin:.8rem 0;padding:.25rem;border-radius:6px}
svg.graph{display:block;margin:0 auto;height:auto}
.graph text{font:11px var(--mono);text-anchor:middle;fill:var(--soft)}
.graph .name{font:600 14px var(--sans);fill:var(--ink)}
.graph .note{font:11px var(--sans)}
.graph .guard{font-family:var(--sans);font-style:italic}
.node rect{fill:var(--paper);stroke:var(--edge)}
.node rect+rect{fill:none;stroke-width:.8}
.node:not(.seen) .name{fill:var(--soft);font-weight:400}
.node.seen rect{fill:var(--tint);stroke:var(--accent);stroke-width:1.6}
.node.seen.end rect{fill:var(--good-tint);stroke:var(--good)}
.node.seen.bad rect{fill:var(--bad-tint);stroke:var(--bad)}
.node.seen rect+rect{fill:none;stroke-width:.8}
.node.now rect:first-of-type{stroke-width:3}
.edge path{fill:none;stroke:var(--edge);stroke-width:1.2}
.edge polygon,.edge circle{fill:var(--edge)}
.edge.taken path{stroke:var(--accent);stroke-width:2.2}
.edge.taken polygon,.edge.taken circle{fill:var(--accent)}
.label rect{fill:var(--paper)}
.label.taken .event{fill:var(--accent);font-weight:600}
.key{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;list-style:none;padding:0;margin:.2rem 0;color:var(--soft);font-size:.85rem}
.key i{display:inline-block;width:1.5rem;height:0;border-top:2px solid var(--edge);vertical-align:middle;margin-right:.4rem}
.key .t{border-color:var(--accent);border-top-width:3px}
.key .s{height:.85rem;border:1.5px solid var(--accent);background:var(--tint);border-radius:3px}
.course{display:grid;grid-template-columns:minmax(6rem,auto) 1fr;gap:.18rem .9rem;align-items:center;margin:1rem 0 .3rem}
.course svg{display:block;width:100%;height:1.15rem;background:var(--card);border:1px solid var(--rule);border-radius:3px}
.course svg.tall{height:4.2rem}
.course .what{font-size:.88rem;text-align:right;max-width:12rem}
.course .gap{grid-column:1/-1;height:.5rem}
.course .axis{grid-column:2;display:flex;justify-content:space-between;color:var(--soft);font-size:.78rem}
.lane{fill:var(--accent)}
.refused{stroke:var(--bad);stroke-width:2;vector-effect:non-scaling-stroke}
.area{fill:var(--tint);stroke:var(--accent);stroke-width:1.5;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.limit{stroke:var(--bad);stroke-width:1;stroke-dasharray:4 3;vector-effect:non-scaling-stroke}
table{border-collapse:collapse;width:100%;font-size:.93rem;margin:.6rem 0}
caption{text-align:left;color:var(--soft);font-size:.88rem;padding-bottom:.3rem}
th{text-align:left;font-weight:600;font-size:.82rem;color:var(--soft);border-bottom:1px solid var(--edge);vertical-align:bottom}
th,td{padding:.4rem .9rem .4rem 0}
tbody td{border-bottom:1px solid var(--rule);vertical-align:top}
.n{text-align:right}
th:last-child,td:last-child{padding-right:0}
.bar{display:block;height:3px;margin-top:.2rem;border-radius:2px;background:linear-gradient(90deg,var(--accent) var(--full),var(--rule) var(--full))}
.bar.over{background:var(--bad)}
.bad-word{color:var(--bad)}
.good-word{color:var(--good)}
details{border-bottom:1px solid var(--rule)}
summary{cursor:pointer;padding:.5rem .1rem;display:flex;flex-wrap:wrap;gap:.1rem .9rem;align-items:baseline}
summary::before{content:"+";color:var(--accent);width:.8rem;font-weight:600}
details[open]>summary::before{content:"–"}
summary b{font-weight:600}
.rows{list-style:none;margin:0 0 .8rem;padding:0 0 0 1.2rem;font-size:.91rem}
.rows li{display:grid;grid-template-columns:4.6rem 1fr auto;gap:0 .8rem;padding:.22rem 0;border-top:1px dotted var(--rule)}
.rows li:first-child{border-top:0}
.rows time,.rows .d{color:var(--soft)}
.rows .d{text-align:right}
.left{color:var(--soft);font-style:italic;border-bottom:1px solid var(--rule);padding:.5rem 0;margin:0;max-width:none}
footer{color:var(--soft);font-size:.88rem;border-top:1px solid var(--rule);margin-top:3rem;padding-top:1rem;padding-bottom:3rem}
@media (max-width:40rem){
body{font-size:15.5px}header{padding-top:1.75rem}h1{font-size:1.9rem}section{margin:2.1rem 0}
.facts{grid-template-columns:1fr 1fr}
.course{grid-template-columns:1fr}
.course .what{text-align:left;max-width:none;margin-top:.35rem}.course .axis{grid-column:1}.course .gap{display:none}
table,caption,tbody,tr,td{display:block}thead{position:absolute;left:-99rem}
tbody tr{border-bottom:1px solid var(--rule);padding:.55rem 0;display:grid;grid-template-columns:1fr 1fr;gap:0 1.4rem}
tbody td{border:0;padding:.08rem 0;display:grid;grid-template-columns:8.2rem 1fr;gap:0 .8rem;text-align:left;grid-column:1/-1}
tbody td.n{text-align:left}
.pairs td.n{grid-column:auto;grid-template-columns:1fr auto}
td::before{content:attr(data-label);color:var(--soft);font-size:.86rem;font-weight:400}
td:first-child{font-weight:600}
td .bar{max-width:9rem;margin-bottom:.3rem}
.rows{padding-left:.2rem}.rows li{grid-template-columns:4.2rem minmax(0,1fr) auto}.rows .d{max-width:8rem}
}
@media print{:root{--paper:#fff}nav,.skip{display:none}section{break-inside:avoid-page}body{font-size:11pt}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
"""
