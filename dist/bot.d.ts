/** The parts of Probot that we use. */
interface AppHost {
    on(event: ServedEvent, handler: (context: DeliveryContext) => Promise<void>): void;
    /** Returns a client that acts as the App itself or, if an installation is given, as that installation. */
    auth(installation?: number): Promise<RequestPort>;
}
/** The settings of the App's bot from its environment. */
interface BotSettings {
    readonly appId: number;
    /** The private key (PKCS #8, PEM). It signs App tokens and button presses. */
    readonly privateKey: string;
    readonly webhookSecret: string;
    /** The bot's public address, without a slash at the end. It is the audience of the jobs' identity tokens. */
    readonly url: string;
    readonly host: string;
    /** The port. 0 means any free port. */
    readonly port: number;
    readonly apiUrl: string;
    readonly serverUrl: string;
    /** The issuer that signs the jobs' identity tokens. */
    readonly issuer: string;
    /** The workflow file that the bot dispatches commands to. */
    readonly workflow: string;
    /** The workflow files whose jobs get the App's token: {@link workflow} and those of `WORKFLOWS`. */
    readonly workflows: readonly string[];
    /** The label that starts a run on an issue. */
    readonly label: string;
    /** Where runs take place: in GitHub's jobs, or on the bot's machine. */
    readonly runner: 'actions' | 'local';
    /** The intervals in which the bot looks for failed deliveries and for commands without a run. Milliseconds. */
    readonly recovery: {
        readonly deliveries: number;
        readonly commands: number;
    };
    readonly logLevel: LogLevel;
}
/** Our only error class, for outages and bad input, with a code from the closed list. Bugs stay ordinary errors. */
declare class CountersignError extends Error {
    readonly code: FailureCode;
    readonly fix: string;
    constructor({ code, message, fix, cause }: ErrorDetails);
}
/** The parts of Probot's handler argument that we use. */
interface DeliveryContext {
    readonly name: string;
    readonly payload: object;
    readonly octokit: RequestPort;
}
/** The parts of an error: what happened, and the line that says what to do. */
interface ErrorDetails {
    readonly code: FailureCode;
    readonly message: string;
    /** What to do now, in one sentence or one line to paste. */
    readonly fix: string;
    readonly cause?: unknown;
}
/** The reason codes of outcome `failed`. They are also the codes of our errors. */
type FailureCode = (typeof reasonCodes)['failed'][number];
type LogLevel = (typeof logLevels)[number];
/** The one Octokit method that we use. Both `@actions/github` and `octokit` have it. */
interface RequestPort {
    request(route: string, parameters?: Record<string, unknown>): Promise<{
        readonly status: number;
        readonly data: unknown;
        readonly headers: object;
    }>;
}
type ServedEvent = (typeof servedEvents)[number];
/**
 * The App for people who host Probot themselves: `import { bot } from 'countersign/bot'`, then `probot.load(bot())`. Without an argument
 * it reads the settings of the process. It only answers deliveries. Jobs get no token from it, so they act with the workflow's own token.
 * @throws CountersignError `bad-input` if a setting is missing or wrong.
 */
declare function bot(settings?: BotSettings): (app: AppHost) => void;
declare const logLevels: readonly ['debug', 'info', 'warn', 'error', 'silent'];
/**
 * Reads the settings of `countersign bot`. An empty variable is treated as missing.
 * @throws CountersignError `bad-input` that names every invalid variable, but shows none of their values.
 */
declare function readBotSettings(env: Readonly<Record<string, string | undefined>>): BotSettings;
/** Why a run ended in this way. This is a closed list, documented in `docs/outcomes.md`. */
declare const reasonCodes: {
    readonly completed: readonly ["answered", "changes-undelivered", "signed-step-failed", "no-step-succeeded", "no-answer", "no-progress", "iterations-exhausted", "budget-exhausted", "swept"];
    readonly 'nothing-to-do': readonly ["no-command", "not-created", "bot-author", "help-only", "nothing-pending", "comment-gone", "no-changes", "own-pull-request-open", "draft", "fork", "older-head"];
    readonly waiting: readonly ["approval-pending"];
    readonly denied: readonly ["denied-by-maintainer", "expired", "withdrawn"];
    readonly refused: readonly ["no-write-access", "comment-too-long"];
    readonly duplicate: readonly ["command-claimed", "run-advanced-elsewhere", "call-claimed"];
    readonly unknown: readonly ["effect-outcome-unknown"];
    readonly cancelled: readonly ["stopped", "switched-off", "interrupted", "thread-gone"];
    readonly failed: readonly ["bad-event", "bad-input", "bad-config", "bad-policy", "bad-skill", "github-unreachable", "github-refused", "github-archived", "github-gone", "github-locked", "github-rules", "github-secret", "github-workflows", "not-delivered", "model-unauthorized", "model-refused", "model-overloaded", "model-unreachable", "model-script", "checkout-mismatch", "journal-broken", "checkpoint-forged", "checkpoint-truncated", "checkpoint-rolled-back", "checkpoint-foreign", "checkpoint-too-large", "checkpoint-unsealed", "state-key-missing", "state-key-wrong", "sandbox-unavailable", "sweep-incomplete", "internal"];
    readonly 'incompatible-checkpoint': readonly ["unknown-major-version"];
};
/** The events that the App handles, by the names that GitHub and Probot use. */
declare const servedEvents: readonly ['issue_comment.created', 'issues.labeled', 'issues.opened', 'pull_request_review_comment.created', 'check_run.requested_action'];
export { AppHost, BotSettings, CountersignError, DeliveryContext, LogLevel, ServedEvent, bot, readBotSettings, servedEvents };
