# ruff: noqa: E501  (a table reads better a row a line)
"""Options of build tools and checkers fewer projects have: see ``program_options.py`` for what a line says."""

OPTIONS = {
    "bazel": """
        code --run_under | runs the tests under that program
        code --test_env --action_env --repo_env --host_action_env !LD_* !DYLD_* !PATH=* !BASH_ENV* !ENV=* !PERL5* !RUBYOPT* !NODE_OPTIONS* !JAVA_TOOL_OPTIONS* | sets a variable that loads code
        code --shell_executable --server_javabase --host_jvm_args | starts or loads another program
        place --bazelrc --package_path --override_repository --override_module --inject_repository | takes a build from there
        write --script_path --explain --profile --build_event_json_file --build_event_text_file --build_event_binary_file --execution_log_json_file --execution_log_binary_file --symlink_prefix | writes a file
        from https://bazel.build/reference/command-line-reference""",
    "composer": """
        place -d --working-dir | works with another folder
        values d
        from https://getcomposer.org/doc/03-cli.md""",
    "task": """
        place -d --dir -t --taskfile | takes tasks from there
        code -g --global | takes the tasks of the home folder
        write -i --init | writes a file of tasks
        values dtoCI
        from https://taskfile.dev/docs/reference/cli""",
    "flutter": """
        place @ | runs the tests of that file
        write --coverage-path --file-reporter --update-goldens | writes files
        values njtxrPd
        takes --name --plain-name --tags --exclude-tags --reporter --concurrency --timeout --dart-define --flavor --coverage-path --file-reporter --device-id --total-shards --shard-index
        from https://api.flutter.dev/flutter/flutter_test""",
    "dart": """
        place @ | runs the tests of that file
        write --coverage --file-reporter -o --output --fix --apply | writes files
        values nNtxrjpPo
        takes --name --plain-name --tags --exclude-tags --reporter --concurrency --timeout --platform --preset --coverage --file-reporter --total-shards --shard-index
        from https://pub.dev/packages/test""",
    "xcodebuild": """
        style words
        place -project -workspace -xcconfig -xctestrun -testProductsPath | takes a project from there
        write -resultBundlePath -derivedDataPath -exportPath -archivePath | writes its results
        from https://developer.apple.com/documentation/xcode""",
    "ansible-lint": """
        place -c --config-file -r --rules-dir --project-dir | takes rules or configuration from there
        write --fix --write --sarif-file | rewrites files or writes a report
        values crtwx
        from https://ansible.readthedocs.io/projects/lint/usage/""",
    "yamllint": """
        place -c --config-file | takes configuration from there
        values cdf
        from https://yamllint.readthedocs.io/en/stable/""",
    "hadolint": """
        place -c --config | takes configuration from there
        values cft
        from https://github.com/hadolint/hadolint""",
    "markdownlint": """
        place -c --config -r --rules --ignore-path | takes rules or configuration from there
        write -f --fix -o --output | rewrites files or writes a report
        values cirop
        from https://github.com/igorshubovych/markdownlint-cli""",
}
