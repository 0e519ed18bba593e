# ruff: noqa: E501  (a table reads better a row a line)
"""Programs that bring files whose names the line does not tell. Data alone, one row a line, read by ``arrivals.py``:

``PROGRAMS VERBS ; WHERE ; WHAT ; OPTIONS``

``VERBS``    the words behind the program; ``a|b`` is either, none is any call of it. A verb that is an option may stand anywhere.
``WHERE``    ``last``: the operands behind the one that is elsewhere; ``second``: the same, and the folder it works in when there is none;
             ``here``: the folder it works in; ``dest -o``: that option, or else the folder it works in; ``given -o``: that option, or else nothing of ours.
``WHAT``     ``named``: each source under its own last name, its contents when it ends in a slash or is a pattern; ``contents``: any files
             and folders; ``flat``: one file or several, in no folder of their own.
``OPTIONS``  ``!-x``: not with that option; ``+-x``: only with it; ``*-x``: with it ``named`` is ``contents``. ``!send``: not with that operand.

Sources: scp(1), sftp(1), rsync(1), rclone.org/commands, docs.aws.amazon.com/cli/latest/reference/s3, cloud.google.com/storage/docs/gsutil,
cli.github.com/manual, docs.docker.com/reference/cli/docker/container/cp, kubernetes.io/docs/reference/kubectl/generated/kubectl_cp,
dpkg-deb(1), ar(1), unsquashfs(1), unar(1), uudecode(1), pip.pypa.io/en/stable/cli/pip_install, restic.readthedocs.io, borgbackup.readthedocs.io,
svnbook.red-bean.com, cookiecutter.readthedocs.io, copier.readthedocs.io, cargo-generate.github.io, github.com/Rich-Harris/degit.
"""

ROWS = """
scp ; last ; named ; *-T
ditto -x|-xk|-xz ; last ; contents
xar -x|-xf|-xvf ; dest -C ; contents
gem unpack ; given --target ; contents
rsync ; last ; named ; *--files-from !-n !--dry-run !--list-only
rclone copy|copyto|move|moveto|sync|bisync ; last ; contents ; !--dry-run !-n
rclone copyurl ; last ; flat ; +-a +--auto-filename
aws s3 cp|mv ; last ; named ; *--recursive !--dryrun
aws s3 sync ; last ; contents ; !--dryrun
gsutil cp|mv ; last ; named
gsutil rsync ; last ; contents ; !-n
gcloud storage cp|mv ; last ; named
gcloud storage rsync ; last ; contents ; !--dry-run
s3cmd get ; second ; named ; *-r *--recursive !-n !--dry-run
s3cmd sync ; second ; contents ; !-n !--dry-run
s4cmd,s5cmd,obsutil,ossutil,coscli get|cp|mv ; last ; named ; *-r *--recursive
s4cmd,s5cmd,dsync,obsutil,ossutil,coscli sync|dsync ; last ; contents
mc,mcli cp|mv ; last ; named
mc,mcli mirror ; last ; contents
azcopy copy|cp|sync ; last ; contents
b2 sync ; last ; contents
az storage blob|file|fs download-batch|directory ; dest -d --destination ; contents
gh run download ; dest -D --dir ; contents
gh release download ; dest -D --dir ; flat ; !-O !--output !-A !--archive
glab job|ci artifact ; dest -p --path ; contents
docker,podman,nerdctl,finch cp ; last ; named
docker,podman,nerdctl,finch build|buildx ; given -o --output ; contents
docker,podman,nerdctl,finch container|compose cp ; last ; named
docker-compose,podman-compose cp ; last ; named
lxc,incus file pull ; last ; named
adb pull ; second ; named
vagrant scp ; last ; named
kubectl,oc,k3s,microk8s cp ; last ; contents
oc rsync ; last ; contents
svn,svnlite checkout|co|export ; last ; contents
degit,tiged ; second ; contents ; !-h !--help !--version
giget,gitpick ; last ; contents
copier copy ; last ; contents
cruft update ; here ; contents
copier update|recopy ; here ; contents
cookiecutter ; dest -o --output-dir ; contents ; !-h !--help !-V !--version
cargo generate ; here ; contents ; +--init
unar ; dest -o -output-directory --output-directory ; contents
dpkg,dpkg-deb -x|-X|-R|--extract|--vextract|--raw-extract ; last ; contents
unsquashfs ; given -d -dest ; contents
cabextract,innoextract,unshield ; dest -d --directory --output-dir ; contents ; !-l !--list !-t !--test
aunpack,dtrx,unp,unace,unarj,unlzx,unalz,unrpm,rpmdev-extract ; dest -X --extract-to ; contents ; !-l !--list
atool -x|--extract ; dest -X --extract-to ; contents
patool extract ; dest --outdir ; contents
ouch d|decompress ; dest -d --dir ; contents
lha,lhasa,arj,zoo,zpaq x|e|xv|-x|-e ; here ; contents
munpack,uudeview,ripmime,tnef,uncab ; dest -p -C --directory ; flat
pip,pip3,uv install ; given -t --target --prefix --root ; contents
uv pip install ; given -t --target --prefix ; contents
restic restore ; given -t --target ; contents
borg,borg2 extract ; here ; contents ; !-n !--dry-run
bup restore ; dest -C --outdir ; contents
rdiff-backup restore ; last ; contents
duplicity restore ; last ; contents
hf,huggingface-cli download ; given --local-dir ; contents
kaggle datasets|competitions|kernels download|pull ; dest -p --path ; flat ; *--unzip
oras pull ; dest -o --output ; contents
crane,skopeo export|copy ; last ; contents ; +--dir
gdown ; dest -O --output ; flat
wormhole receive|recv|recieve ; dest -o --output-file ; contents
wormhole-rs,magic-wormhole receive ; here ; contents
croc ; dest --out ; contents ; !send !-h !--help
http,https,httpie,xh,xhs ; dest -o --output ; flat ; +-d +--download
axel,lwp-download,puf,snarf ; dest -o --output ; flat
aria2c ; dest -d --dir ; flat ; !-o !--out
aria2c ; dest -d --dir ; contents ; +-i +--input-file +-T +--torrent-file +-M +--metalink-file
gunzip,unpigz,gzip,pigz ; here ; flat ; +-N +--name
"""
# Operands of these are files that hold the names of what they bring.
LISTS = (".torrent", ".metalink", ".meta4")
# Scaffolding: programs that lay a template, or nothing at all, over the folder they are given.
CREATING = ("npm", "pnpm", "yarn", "bun", "deno")
CREATE_VERBS = ("create", "init", "innit", "dlx", "x")
