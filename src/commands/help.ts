import { modes } from '../core/index.ts';

const modeChoice = modes.join('|');
/** A hook has no sandbox, so the mode `contained` is left out. */
const hookModes = modes.filter((mode) => mode !== 'contained').join('|');

/**
 * The text of `countersign --help`. Completion reads the first lines of each part, so they name every option. A test compares both with
 * what the commands accept.
 */
const overview = `countersign: the repository agent whose risky steps need a maintainer's signature

  init         makes a repository ready for runs
  gate         judges tool calls, JSON lines in and out
  policy       tries policies, explains verdicts, compares policies over past runs, suggests rules
  skills       lists, checks, begins and updates skills
  audit        proves that nobody changed what a run recorded, shows it, exports it
  run          runs a task on this checkout, and asks here for signatures
  resume       goes on with such a run
  report       writes a run as one page
  hook         gives coding agents on this machine the same gate
  doctor       tells what a run needs and has not got here
  sweep        lists what waits for signatures in a repository, and refreshes its issue
  bot          makes a GitHub App, and serves it: takes its deliveries, and starts runs for them
  completion   completes commands and options in bash, zsh and fish

  countersign <command> --help     options and examples
  countersign --version

Exit codes: 0 fine, 1 what was looked at does not hold, 2 wrong usage, or nothing could be done. With --json answers come as JSON on
standard output, and errors as one line {"error":{"code","message","fix"}} on standard error.`;

const judgingOptions = `Judging options: [--policy <name|file>]… [--skills <folder>]… [--root <folder>] [--home <folder>] [--allow <folder>]…
                 [--changed <path>]… [--always <file> | --hook-rules <file>] [--mode ${modeChoice}]`;

const parts: Readonly<Record<string, string>> = {
	init: `countersign init: makes a repository ready for runs

  countersign init [--yes] [--dry-run] [--uses <owner/name@sha>] [--maintenance] [--hook | --no-hook] [--no-setup] [--ghes] [--root <folder>]
                   [--update-skills] [--json]
      Writes the workflow, settings, a starter policy and skill, and the hook. Asks, unless --yes is said. What is there stays as it
      is, byte for byte; --dry-run shows what would be written.
      countersign init --yes

Exit codes: 0 it is ready, 1 the hook does not do what it is for, or nobody said yes, 2 wrong usage.`,

	gate: `countersign gate: judges tool calls

  countersign gate [judging options]
      JSON lines {"tool","args"} on standard input, one verdict line each on standard output, as each line arrives.
      echo '{"tool":"Bash","args":{"command":"rm -rf /"}}' | countersign gate

${judgingOptions}
Exit codes: 0 all lines were judged, 2 wrong usage.`,

	policy: `countersign policy: tries, explains and compares policies

  countersign policy test [<name|file>…] [--root <folder>] [--json]
      Loads each policy with its examples; without names the shipped ones and those of .github/countersign.yml, whose patterns
      and those of the repository's skills are tried, too. An organization's rules (<owner>/.github) are not looked at on this machine.
      countersign policy test .github/policies/own.yml

  countersign policy patterns [--root <folder>] [--json]
      Every pattern that a run of this repository tries: what it decides, its file, its reason, and how many there are.
      countersign policy patterns --json

  countersign policy explain "<command>" [judging options] [--json]
  countersign policy explain --tool <name> --args '<json>' [judging options] [--json]
      The way from a call to its verdict: what it would do, who speaks about it, and what would change the answer.
      countersign policy explain "npm ci && rm -rf build"
      countersign policy explain --tool file_write --args '{"path":".github/workflows/ci.yml","content":""}'

  countersign policy replay <journal.jsonl|folder|zip>… --policy <name|file>… [judging options] [--fail-on-loosening] [--json]
      Judges the calls of past runs again, and shows which of them would be decided otherwise.
      countersign policy replay runs/ --policy default --policy .github/policies/own.yml

  countersign policy suggest <journal.jsonl|folder|zip>… [--at-least <times>] [--pull-request] [judging options] [--json]
      Rules for what maintainers always approved or always denied, as YAML with examples from those runs. Nothing is applied; with
      --pull-request they are proposed to GITHUB_REPOSITORY as a draft pull request, with GITHUB_TOKEN, once.
      countersign policy suggest runs/ --at-least 2 > suggested.yml && countersign policy test suggested.yml

  countersign policy schema
      Prints the JSON Schema of a policy file, for editors.

${judgingOptions}
Exit codes: 0 fine, 1 a policy does not hold (replay: a call became looser), 2 wrong usage.`,

	skills: `countersign skills: lists, checks, begins and updates skills

  countersign skills list [--root <folder>] [--task "<words>"] [--json]
      The shipped skills and those of the repository; with a task, the one that a run would follow for it.
      countersign skills list --task "fix the flaky test"

  countersign skills check [<folder>] [--root <folder>] [--json]
      Reads each skill as a run would, and says for each fault file, line, field and what to write. Without a folder, those in
      .github/countersign/skills, .claude/skills, .agents/skills and .github/skills; a folder may also be that of one skill.
      countersign skills check ./my-skill

  countersign skills new <name> [--description "<sentence>"] [--root <folder>] [--json]
      Begins a skill: a SKILL.md in .github/countersign/skills/<name> that \`check\` accepts. Overwrites nothing.
      countersign skills new api-change

  countersign skills update [--dry-run] [--root <folder>] [--json]
      Brings the repository's copies of shipped skills up to date. What people changed is never overwritten: it is shown with what ships now.
      countersign skills update --dry-run

Exit codes: 0 fine, 1 a skill does not hold, 2 wrong usage.`,

	audit: `countersign audit: proves, shows and exports what a run did

Each takes a journal.jsonl, the folder of a run, or the zip of its artifact, which is read without being unpacked.

  countersign audit verify <journal|folder|zip> [--head <lines>:<sha256>] [--json]
      Checks each line, and each content that a line names. The head is what the run published elsewhere (its comment, its summary,
      the output \`journal-head\`); without it a cut tail cannot be seen, and the answer is \`unanchored\`.
      countersign audit verify run.zip --head 42:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08

  countersign audit show <journal|folder|zip> [filters] [--json]
      What happened, line by line.
      countersign audit show run/ --denied
      countersign audit show run/ --tool shell_exec --since 2026-05-01T12:00:00Z

  countersign audit export <journal|folder|zip> --format jsonl|csv|leashd [filters]
      The same for other programs: JSON Lines as they stand in the journal, a table that a spreadsheet can open safely, or the lines of
      leashd's audit log, with \`timestamp\`, \`event\` and \`session_id\`.
      countersign audit export run.zip --format csv > run.csv

Filters: [--type <entry type>]… [--tool <name>]… [--call <call id|A1>]… [--denied] [--since <date or time>]
Exit codes: 0 it holds, 1 it does not (the first bad line is named), 2 wrong usage, or nothing that could be read.`,

	run: `countersign run: runs a task on this checkout

  countersign run "<task>" [--dry-run] [--here] [--model <id>] [--skill <name>] [--mode ${modeChoice}]
                  [--max-iterations <n>] [--approval-timeout <seconds>] [--json]
      As the action would on GitHub: the same gate, policies, skills and sandbox. What needs a signature is asked here; no answer in 300
      seconds is a no. It works on HEAD in a work tree of its own, so your files, your index and your branches stay as they are, and what
      it delivers is a new local branch. Nothing is pushed.
      --dry-run   only reads: shows what it would do and what it would ask, and asks nothing
      --here      works in this checkout itself, which must have no uncommitted changes
      --model     anthropic:…, openai:…, ollama:… or scripted:<file>; keys from ANTHROPIC_API_KEY, OPENAI_API_KEY
      --json      the outcome on standard output; everything else on standard error
      countersign run "make the failing test pass"
      countersign run --dry-run --skill triage "what is left to do in src/parser?"

Exit codes: 0 finished, 1 failed, denied or stopped at a cap, 2 wrong usage, 3 waits for an answer, 130 stopped with Ctrl-C.
Whatever is not over goes on with: countersign resume`,

	resume: `countersign resume: goes on with a run of this repository

  countersign resume [<run>] [--json]
      One that waits, was stopped with Ctrl-C, or whose process is gone; without <run>, the newest that is not over. What it had begun and
      not finished is shown, and you decide. Answers are given in a terminal only.
      countersign resume 3

Exit codes as those of \`countersign run\`; 0 also where the run was over already.`,

	report: `countersign report: writes a run as one page

  countersign report <journal.jsonl|folder|zip> [--out <file>] [--head <lines>:<sha256>] [--json]
      One file that needs nothing else: report.html beside the journal. --out - writes it to standard output.
      countersign report run/ --out /tmp/run.html

Exit codes: 0 it is written, 1 the journal does not hold, 2 wrong usage.`,

	hook: `countersign hook: gives coding agents on this machine the same gate

  countersign hook install [--for claude|codex|gemini]… [--shared] [--root <folder>] [--mode ${hookModes}]
                           [--allow <folder>]… [--allow-unasked] [--dry-run] [--json]
      Writes .countersign/hooks/safety-guard.sh, calls it from your own settings for every tool, and tries it out. git ignores all of it.
      Configuration, policies and skills count as they stand now. Run it again to repair, or to take changes over.
      --for             claude (Claude Code, where nothing is said), codex (OpenAI Codex) or gemini (Gemini CLI). The hooks of the last two
                        cannot ask anybody: what the gate would ask about is blocked
      --shared          for everybody who clones the repository: writes files to commit, and starts the repository's own Countersign
      --mode            for every call; without it Claude Code's own: \`edit\` where it accepts edits, \`default\` otherwise; of the others \`edit\`
      --allow           a folder beside the checkout that counts as part of it
      --allow-unasked   Claude Code does not ask about what the gate allows; without it its own rules decide about that
      --dry-run         shows what would be written

  Rules in .github/countersign/hook.yml (this repository) and ~/.config/countersign/hook.yml (you) allow calls unasked. The hook names the line
  to add where it needs your yes. Install again after each change.

  countersign hook uninstall [--for claude|codex|gemini]… [--shared] [--root <folder>] [--dry-run] [--json]
      Takes the hook out again: of every agent, or of those that are named. Everything else in the settings stays as it is.

  countersign hook check [--root <folder>] [--json]
      Looks whether the hook is as it was installed, and tries it out. Changes nothing; \`countersign doctor\` does it, too.

  countersign hook [--dialect claude|codex|gemini] [--shared] [--root <folder>] [--deadline <seconds>]
      The hook itself: a tool call as JSON on standard input. 0 lets it pass or asks (as JSON on standard output), 2 blocks it.
      echo '{"tool_name":"Bash","tool_input":{"command":"rm -rf /"}}' | countersign hook

Exit codes of install, uninstall and check: 0 fine, 1 the hook does not do what it is for, 2 wrong usage. Of the hook: 2 for whatever goes wrong.`,

	doctor: `countersign doctor: tells what a run needs and has not got here

  countersign doctor [--online] [--json]
      Looks at this machine, this checkout and, with GITHUB_TOKEN, its repository on GitHub, and says what to do where something is
      missing. --online asks the model's provider, too. Changes nothing, and prints no secret.
      GITHUB_TOKEN=$(gh auth token) countersign doctor --online

Exit codes: 0 nothing lacks, 1 something does, 2 wrong usage.`,

	sweep: `countersign sweep: lists what waits for signatures

  countersign sweep [--json]
      Lists what waits in GITHUB_REPOSITORY, with GITHUB_TOKEN, and refreshes its issue "Agent approvals". Settles nothing.
      GITHUB_REPOSITORY=octocat/hello GITHUB_TOKEN=$(gh auth token) countersign sweep

Exit codes: 0 fine, 1 a run could not be looked at, 2 wrong usage.`,

	bot: `countersign bot: makes a GitHub App, and serves it

  countersign bot setup --url <address> [--organization <login>] [--name <name>] [--out <file>] [--json]
      Makes the App in your browser, and keeps its number, key and secret in a file (countersign-bot.env) that only you can read.
      countersign bot setup --url https://bot.example.com --organization octo-org

  countersign bot [--settings <file>]
      Verifies what GitHub delivers at /webhooks, reads who said it, and dispatches the repository's workflow for it. Gives jobs
      the App's token at /token, for the identity that GitHub gave them. Keeps nothing: any number of them can stand side by side.
      /healthz and /readyz are for whoever watches it. It logs one line of JSON for each delivery.
      countersign bot --settings countersign-bot.env

It is set by variables:
  APP_ID               the number of the App
  PRIVATE_KEY          its RSA key, PEM as it is or in base64; or PRIVATE_KEY_PATH, a file
  WEBHOOK_SECRET       as on the page of the App; at least 16 characters
  BOT_URL              its own public address, which jobs name as \`bot\`
  HOST, PORT           where it listens: 127.0.0.1 and 3000; in a container HOST=0.0.0.0
  WORKFLOW             the file that is dispatched: countersign.yml
  WORKFLOWS            further files whose jobs get the App's token, with commas between
  LABEL                the label that starts a run: agent
  RUNNER               actions, or local: runs take place beside the bot, RUNS_AT_ONCE (2) at a time, with MODEL, AUDIT, STATE_KEY,
                       ANTHROPIC_API_KEY, OPENAI_API_KEY, OPENAI_BASE_URL, OLLAMA_BASE_URL and ANTHROPIC_BASE_URL
  RECOVER_DELIVERIES_SECONDS, RECOVER_COMMANDS_SECONDS
                       how often it looks for deliveries that failed (120), and for commands without a run (1200); at the start, too
  LOG_LEVEL            debug, info, warn, error or silent: info
  GITHUB_API_URL, GITHUB_SERVER_URL, GITHUB_OIDC_ISSUER     for GitHub Enterprise Server

Exit codes: 0 it was told to stop, 2 wrong usage or settings.`,

	completion: `countersign completion: completes commands and options

  countersign completion bash|zsh|fish
      Prints what a shell has to read:
      source <(countersign completion bash)        # in ~/.bashrc
      source <(countersign completion zsh)         # in ~/.zshrc, after compinit
      countersign completion fish | source         # in ~/.config/fish/config.fish

Exit codes: 0 fine, 2 wrong usage.`,
};

/** Returns the text of `countersign --help` or `countersign <command> --help`. An unknown command gets the overview, too. */
export function helpOf(name = ''): string {
	return Object.hasOwn(parts, name) ? (parts[name] ?? overview) : overview;
}
