/** Probot, as far as we use it. */
interface AppHost {
    on(event: ServedEvent, handler: (context: DeliveryContext) => Promise<void>): void;
    /** A client that acts as the App itself, or as one of its installations. */
    auth(installation?: number): Promise<RequestPort>;
}
/** What the App's bot is told by its environment. */
interface BotSettings {
    readonly appId: number;
    /** PKCS #8, PEM: what App tokens and presses are signed with. */
    readonly privateKey: string;
    readonly webhookSecret: string;
    /** Its public address, without a slash at the end: the audience of the jobs' identity tokens. */
    readonly url: string;
    readonly host: string;
    /** 0: any that is free. */
    readonly port: number;
    readonly apiUrl: string;
    readonly serverUrl: string;
    /** Who signs the jobs' identity tokens. */
    readonly issuer: string;
    /** The workflow file that commands are dispatched to. */
    readonly workflow: string;
    /** Files whose jobs get the App's token: {@link workflow}, and those of `WORKFLOWS`. */
    readonly workflows: readonly string[];
    /** The label that starts a run on an issue. */
    readonly label: string;
    /** Where runs take place: in GitHub's jobs, or beside the bot. */
    readonly runner: 'actions' | 'local';
    /** How often it looks for deliveries that failed, and for commands without a run. Milliseconds. */
    readonly recovery: {
        readonly deliveries: number;
        readonly commands: number;
    };
    readonly logLevel: LogLevel;
}
/** The only error class of ours: an outage or bad input, with a code from the closed list. Bugs stay ordinary errors. */
declare class CountersignError extends Error {
    readonly code: FailureCode;
    readonly fix: string;
    constructor({ code, message, fix, cause }: ErrorDetails);
}
/** What Probot hands to a handler, as far as we use it. */
interface DeliveryContext {
    readonly name: string;
    readonly payload: object;
    readonly octokit: RequestPort;
}
/** What an error tells a tired person: what happened, and the line that says what to do. */
interface ErrorDetails {
    readonly code: FailureCode;
    readonly message: string;
    /** What to do now, in one sentence or one line to paste. */
    readonly fix: string;
    readonly cause?: unknown;
}
/** The reason codes of outcome `failed`: also the codes of our errors. */
type FailureCode = (typeof reasonCodes)['failed'][number];
type LogLevel = (typeof logLevels)[number];
/** The one method of an Octokit that we use; `@actions/github` and `octokit` both have it. */
interface RequestPort {
    request(route: string, parameters?: Record<string, unknown>): Promise<{
        readonly status: number;
        readonly data: unknown;
        readonly headers: object;
    }>;
}
type ServedEvent = (typeof servedEvents)[number];
/**
 * The App for those who host Probot themselves: `import { bot } from 'countersign/bot'`, then `probot.load(bot())`. Without settings it reads
 * those of the process. It answers deliveries alone: jobs get no token from it, so they act as the workflow does.
 * @throws CountersignError `bad-input` where a setting is missing or wrong.
 */
declare function bot(settings?: BotSettings): (app: AppHost) => void;
declare const logLevels: readonly ['debug', 'info', 'warn', 'error', 'silent'];
/**
 * Reads the settings of `countersign bot`; an empty variable counts as absent.
 * @throws CountersignError `bad-input` that names every variable that is wrong, and shows none of their values.
 */
declare function readBotSettings(env: Readonly<Record<string, string | undefined>>): BotSettings;
/** Why it ended so. Closed; documented in `docs/outcomes.md`. */
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
/** The events that are served, as GitHub and Probot name them. */
declare const servedEvents: readonly ['issue_comment.created', 'issues.labeled', 'issues.opened', 'pull_request_review_comment.created', 'check_run.requested_action'];
export { AppHost, BotSettings, CountersignError, DeliveryContext, LogLevel, ServedEvent, bot, readBotSettings, servedEvents };
