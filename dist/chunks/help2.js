import{n as e}from"./approval.js";const t=e.join(`|`),n=e.filter(e=>e!==`contained`).join(`|`),r=`countersign: the repository agent whose risky steps need a maintainer's approval

  init         set up a repository for runs
  gate         judge tool calls: JSON lines in, verdicts out
  policy       test policies, explain verdicts, replay past runs, suggest rules, list patterns, print the schema
  skills       list, check and update skills, and create a new one
  audit        verify, show and export the journal of a run
  run          run a task on this checkout, and ask for approvals in this terminal
  resume       continue a run that waits or was stopped
  report       write a run as one HTML page
  hook         let the gate check the calls of coding agents on this machine
  doctor       check this machine and repository for missing requirements
  sweep        list the approvals that a repository waits for, and refresh its issue
  bot          create a GitHub App, and run its server, which starts runs
  play         open the playground: try the agent, and try to break it
  completion   complete commands and options in bash, zsh and fish

  countersign <command> --help     options and examples
  countersign --version

Exit codes: 0 success, 1 a check failed, 2 wrong usage, or the command could not do its work. With --json, results are JSON on
standard output, and errors are one line {"error":{"code","message","fix"}} on standard error.`,i=`Judging options: [--policy <name|file>]\u2026 [--skills <folder>]\u2026 [--root <folder>] [--home <folder>] [--allow <folder>]\u2026
                 [--changed <path>]\u2026 [--always <file> | --hook-rules <file>] [--mode ${t}]`,a={init:`countersign init: set up a repository for runs

  countersign init [--yes] [--dry-run] [--uses <owner/name@sha>] [--maintenance] [--hook | --no-hook] [--no-setup] [--ghes] [--root <folder>]
                   [--update-skills] [--json]
      Writes the workflow, the settings, a starter policy and skill, and the hook. It asks before it writes, unless you add --yes.
      It never changes a file that exists. --dry-run shows what it would write.
      countersign init --yes

Exit codes: 0 the repository is set up, 1 the hook does not work, or you did not confirm, 2 wrong usage.`,gate:`countersign gate: judge tool calls

  countersign gate [judging options]
      Reads JSON lines {"tool","args"} from standard input. Writes one verdict per line to standard output, as each line arrives.
      echo '{"tool":"Bash","args":{"command":"rm -rf /"}}' | countersign gate

${i}
Exit codes: 0 all lines were judged, 2 wrong usage.`,policy:`countersign policy: test, explain and compare policies

  countersign policy test [<name|file>\u2026] [--root <folder>] [--json]
      Loads each policy and tests its examples. Without names, it tests the shipped policies and those in .github/countersign.yml.
      It also tests the patterns in that file and in the repository's skills. It does not read an organization's rules (<owner>/.github).
      countersign policy test .github/policies/own.yml

  countersign policy patterns [--root <folder>] [--json]
      Lists every pattern that a run of this repository uses, with its decision, file and reason.
      countersign policy patterns --json

  countersign policy explain "<command>" [judging options] [--json]
  countersign policy explain --tool <name> --args '<json>' [judging options] [--json]
      Explains the verdict about a call: what the call would do, which rules match, and what would change the decision.
      countersign policy explain "npm ci && rm -rf build"
      countersign policy explain --tool file_write --args '{"path":".github/workflows/ci.yml","content":""}'

  countersign policy replay <journal.jsonl|folder|zip>\u2026 --policy <name|file>\u2026 [judging options] [--fail-on-loosening] [--json]
      Judges the calls of past runs again, and shows the calls that would get another decision.
      countersign policy replay runs/ --policy default --policy .github/policies/own.yml

  countersign policy suggest <journal.jsonl|folder|zip>\u2026 [--at-least <times>] [--pull-request] [judging options] [--json]
      Suggests rules for calls that maintainers always approved or always denied, as YAML with examples from those runs. It applies
      nothing. With --pull-request, it proposes them to GITHUB_REPOSITORY as a draft pull request, once, with GITHUB_TOKEN.
      countersign policy suggest runs/ --at-least 2 > suggested.yml && countersign policy test suggested.yml

  countersign policy schema
      Prints the JSON Schema of a policy file, for editors.

${i}
Exit codes: 0 success, 1 a policy is invalid (replay: a call became looser), 2 wrong usage.`,skills:`countersign skills: list, check, create and update skills

  countersign skills list [--root <folder>] [--task "<words>"] [--json]
      Lists the shipped skills and those of the repository. With --task, it marks the skill that a run would follow.
      countersign skills list --task "fix the flaky test"

  countersign skills check [<folder>] [--root <folder>] [--json]
      Reads each skill as a run would, and shows for each error the file, line, field and the fix. Without a folder, it checks
      .github/countersign/skills, .claude/skills, .agents/skills and .github/skills. The folder can also be one skill's own.
      countersign skills check ./my-skill

  countersign skills new <name> [--description "<sentence>"] [--root <folder>] [--json]
      Creates a skill: a SKILL.md in .github/countersign/skills/<name> that \`check\` accepts. It never overwrites a file.
      countersign skills new api-change

  countersign skills update [--dry-run] [--root <folder>] [--json]
      Updates the repository's copies of shipped skills. It never overwrites a copy that you changed; it shows the difference instead.
      countersign skills update --dry-run

Exit codes: 0 success, 1 a skill is invalid, 2 wrong usage.`,audit:`countersign audit: verify, show and export the journal of a run

Each command takes a journal.jsonl, the folder of a run, or the zip of its artifact. You need not unpack the zip.

  countersign audit verify <journal|folder|zip> [--head <lines>:<sha256>] [--json]
      Verifies each line, and each stored content that a line refers to. Copy --head from the run's comment, its summary or the output
      \`journal-head\`. Without it, the command cannot see whether the end was cut off, and the result is \`unanchored\`.
      countersign audit verify run.zip --head 42:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08

  countersign audit show <journal|folder|zip> [filters] [--json]
      Shows what happened, line by line.
      countersign audit show run/ --denied
      countersign audit show run/ --tool shell_exec --since 2026-05-01T12:00:00Z

  countersign audit export <journal|folder|zip> --format jsonl|csv|leashd [filters]
      Exports the journal for other programs: its own JSON lines, a CSV table that is safe to open in a spreadsheet, or the lines
      of leashd's audit log, with \`timestamp\`, \`event\` and \`session_id\`.
      countersign audit export run.zip --format csv > run.csv

Filters: [--type <entry type>]\u2026 [--tool <name>]\u2026 [--call <call id|A1>]\u2026 [--denied] [--since <date or time>]
Exit codes: 0 the journal is valid, 1 it is not (the output names the first bad line), 2 wrong usage, or it could not be read.`,run:`countersign run: run a task on this checkout

  countersign run "<task>" [--dry-run] [--here] [--model <id>] [--skill <name>] [--mode ${t}]
                  [--max-iterations <n>] [--approval-timeout <seconds>] [--json]
      Works as the action does on GitHub, with the same gate, policies, skills and sandbox. You approve or deny in this terminal. If you
      do not answer within 300 seconds, the call is denied. The run works on HEAD in a separate work tree, so it does not change your
      files, index or branches. It delivers a new local branch, and pushes nothing.
      --dry-run   only read, and show which calls would run and which would need approval
      --here      work in this checkout itself, which must have no uncommitted changes
      --model     anthropic:\u2026, openai:\u2026, ollama:\u2026 or scripted:<file>; keys from ANTHROPIC_API_KEY, OPENAI_API_KEY
      --json      write the outcome to standard output, and everything else to standard error
      countersign run "make the failing test pass"
      countersign run --dry-run --skill triage "what is left to do in src/parser?"

Exit codes: 0 finished, 1 failed, denied or stopped at a limit, 2 wrong usage, 3 waits for an answer, 130 stopped with Ctrl-C.
Continue a run that is not over with: countersign resume`,resume:`countersign resume: continue a run of this repository

  countersign resume [<run>] [--json]
      Continues a run that waits, that you stopped with Ctrl-C, or whose process ended. Without <run>, it takes the newest run that is
      not over. It shows each step that began but did not finish, and you decide about it. You can answer only in a terminal.
      countersign resume 3

Exit codes: as for \`countersign run\`; also 0 if the run was already over.`,report:`countersign report: write a run as one HTML page

  countersign report <journal.jsonl|folder|zip> [--out <file>] [--head <lines>:<sha256>] [--json]
      Writes one self-contained file: report.html, next to the journal. --out - writes it to standard output.
      countersign report run/ --out /tmp/run.html

Exit codes: 0 the page was written, 1 the journal is invalid, 2 wrong usage.`,hook:`countersign hook: let the gate check the calls of coding agents on this machine

  countersign hook install [--for claude|codex|gemini]\u2026 [--shared] [--root <folder>] [--mode ${n}]
                           [--allow <folder>]\u2026 [--allow-unasked] [--dry-run] [--json]
      Writes .countersign/hooks/safety-guard.sh, adds it to your own settings for every tool, and tests it. git ignores these files.
      The hook uses the configuration, policies and skills of this moment. Install again to repair it, or after you change one of them.
      --for             claude (Claude Code, the default), codex (OpenAI Codex) or gemini (Gemini CLI). The hooks of Codex and Gemini CLI
                        cannot ask you, so a call that needs approval is blocked
      --shared          for everyone who clones the repository: writes files to commit, and starts the repository's own Countersign
      --mode            the mode for every call. The default for Claude Code follows its own mode: \`edit\` if it accepts edits, else
                        \`default\`. For the others it is \`edit\`
      --allow           treat this folder outside the checkout as part of it
      --allow-unasked   Claude Code runs the calls that the gate allows without asking. The default: its own rules decide about them
      --dry-run         show what would be written

  Rules in .github/countersign/hook.yml (this repository) and ~/.config/countersign/hook.yml (you) allow calls without a question. If a call
  needs your approval, the hook shows the line to add there. Install again after each change.

  countersign hook uninstall [--for claude|codex|gemini]\u2026 [--shared] [--root <folder>] [--dry-run] [--json]
      Removes the hook from every agent, or only from the named ones. It changes nothing else in the settings.

  countersign hook check [--root <folder>] [--json]
      Checks that the hook is unchanged since it was installed, and tests it. It changes nothing. \`countersign doctor\` does this, too.

  countersign hook [--dialect claude|codex|gemini] [--shared] [--root <folder>] [--deadline <seconds>]
      The hook itself. It reads a tool call as JSON from standard input. Exit code 0 allows the call or asks the user, as the JSON on
      standard output says. Exit code 2 blocks the call.
      echo '{"tool_name":"Bash","tool_input":{"command":"rm -rf /"}}' | countersign hook

Exit codes of install, uninstall and check: 0 success, 1 the hook does not work, 2 wrong usage. Exit code of the hook: 2 for every error.`,doctor:`countersign doctor: check this machine and repository for missing requirements

  countersign doctor [--online] [--json]
      Checks this machine, this checkout and, with GITHUB_TOKEN, its repository on GitHub. If something is missing, it says what to do.
      --online also contacts the model's provider. It changes nothing, and prints no secret.
      GITHUB_TOKEN=$(gh auth token) countersign doctor --online

Exit codes: 0 nothing is missing, 1 something is missing, 2 wrong usage.`,sweep:`countersign sweep: list the approvals that a repository waits for

  countersign sweep [--json]
      Lists the approvals that GITHUB_REPOSITORY waits for, with GITHUB_TOKEN, and refreshes its issue "Agent approvals". It approves,
      denies and ends nothing.
      GITHUB_REPOSITORY=octocat/hello GITHUB_TOKEN=$(gh auth token) countersign sweep

Exit codes: 0 success, 1 a run could not be checked, 2 wrong usage.`,bot:`countersign bot: create a GitHub App, and run its server

  countersign bot setup --url <address> [--organization <login>] [--name <name>] [--out <file>] [--json]
      Creates the App in your browser, and writes its number, key and secret to a file (countersign-bot.env) that only you can read.
      countersign bot setup --url https://bot.example.com --organization octo-org

  countersign bot [--settings <file>]
      Receives webhooks at /webhooks, verifies them, and dispatches the repository's workflow. At /token it gives the App's token to
      jobs that show their identity token from GitHub. It stores nothing, so you can run several bots side by side. Monitoring can use
      /healthz and /readyz. It logs one line of JSON for each webhook.
      countersign bot --settings countersign-bot.env

Environment variables:
  APP_ID               the number of the App
  PRIVATE_KEY          its RSA key, as PEM or as PEM in base64; or PRIVATE_KEY_PATH, a file
  WEBHOOK_SECRET       the secret on the page of the App; at least 16 characters
  BOT_URL              the bot's public address; the action's input \`bot\` has the same value
  HOST, PORT           where it listens (default 127.0.0.1 and 3000); in a container HOST=0.0.0.0
  WORKFLOW             the workflow file that it dispatches (default countersign.yml)
  WORKFLOWS            more workflow files whose jobs get the App's token, separated by commas
  LABEL                the label that starts a run (default agent)
  RUNNER               actions (default), or local: runs take place on the bot's machine, RUNS_AT_ONCE (2) at a time, with MODEL,
                       AUDIT, STATE_KEY, ANTHROPIC_API_KEY, OPENAI_API_KEY, OPENAI_BASE_URL, OLLAMA_BASE_URL and ANTHROPIC_BASE_URL
  RECOVER_DELIVERIES_SECONDS, RECOVER_COMMANDS_SECONDS
                       how often it looks for webhooks that failed (120), and for commands without a run (1200); also at the start
  LOG_LEVEL            debug, info (default), warn, error or silent
  GITHUB_API_URL, GITHUB_SERVER_URL, GITHUB_OIDC_ISSUER     for GitHub Enterprise Server

Exit codes: 0 stopped by a signal, 2 wrong usage or settings.`,play:`countersign play: open the playground, where you can try the agent and try to break it

  countersign play [--port <number>] [--no-open]
      Starts a repository on a local server that plays GitHub, with the real bot and the real action, and opens a page in your browser.
      You need no account. Ctrl-C ends it and deletes everything. --no-open only prints the address.
      countersign play --port 8080

Exit codes: 0 you ended it, 1 the port is taken, 2 wrong usage.`,completion:`countersign completion: complete commands and options

  countersign completion bash|zsh|fish
      Prints the script that your shell must load:
      source <(countersign completion bash)        # in ~/.bashrc
      source <(countersign completion zsh)         # in ~/.zshrc, after compinit
      countersign completion fish | source         # in ~/.config/fish/config.fish

Exit codes: 0 success, 2 wrong usage.`};function o(e=``){return Object.hasOwn(a,e)?a[e]??r:r}export{o as t};