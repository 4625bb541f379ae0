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
/** Our only error class, for outages and bad input, with a code from a fixed list. Bugs stay ordinary errors. */
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
/** The parts of an error: the code, what happened, and what to do. */
interface ErrorDetails {
    readonly code: FailureCode;
    readonly message: string;
    /** What to do now, in one sentence or one line to paste. */
    readonly fix: string;
    readonly cause?: unknown;
}
/** The reason codes of outcome `failed`. They are also the codes of our errors. */
type FailureCode = keyof Reasons['failed'];
type LogLevel = (typeof logLevels)[number];
type Reasons = typeof reasons;
/** The only method of Octokit that we use. Both `@actions/github` and `octokit` have it. */
interface RequestPort {
    request(route: string, parameters?: Record<string, unknown>): Promise<{
        readonly status: number;
        readonly data: unknown;
        readonly headers: object;
    }>;
}
type ServedEvent = keyof typeof eventTraits;
/**
 * The App for people who host Probot themselves: `import { bot } from 'countersign/bot'`, then `probot.load(bot())`. Without an argument
 * it reads the settings of the process. It only answers deliveries. Jobs get no token from it, so they act with the workflow's own token.
 * @throws CountersignError `bad-input` if a setting is missing or wrong.
 */
declare function bot(settings?: BotSettings): (app: AppHost) => void;
/** What the bot knows about each event that it handles. The keys are the names that GitHub and Probot use. */
declare const eventTraits: {
    readonly 'issue_comment.created': {
        readonly permission: 'issues';
        readonly comment: 'comment';
    };
    readonly 'issues.labeled': {
        readonly permission: 'issues';
    };
    readonly 'issues.opened': {
        readonly permission: 'issues';
    };
    readonly 'pull_request_review_comment.created': {
        readonly permission: 'pull_requests';
        readonly comment: 'review';
    };
    readonly 'check_run.requested_action': {
        readonly permission: 'checks';
    };
};
/** The levels of the bot's log, the most detailed first. */
declare const logLevels: readonly ['debug', 'info', 'warn', 'error', 'silent'];
/**
 * Reads the settings of `countersign bot`. An empty variable is treated as missing.
 * @throws CountersignError `bad-input` that names every invalid variable, but shows none of their values.
 */
declare function readBotSettings(env: Readonly<Record<string, string | undefined>>): BotSettings;
/** Why a run ended in this way. This is a closed list, documented in `docs/outcomes.md`. */
declare const reasons: {
    readonly completed: {
        readonly answered: {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 0;
        };
        readonly 'changes-undelivered': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'signed-step-failed': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'no-step-succeeded': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'no-answer': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'no-progress': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'iterations-exhausted': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'budget-exhausted': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly swept: {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
    };
    readonly 'nothing-to-do': {
        readonly 'no-command': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'not-created': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'bot-author': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'help-only': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 0;
        };
        readonly 'nothing-pending': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 0;
        };
        readonly 'comment-gone': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'no-changes': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'own-pull-request-open': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly draft: {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly fork: {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'older-head': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
    };
    readonly waiting: {
        readonly 'approval-pending': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 3;
        };
    };
    readonly denied: {
        readonly 'denied-by-maintainer': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly expired: {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly withdrawn: {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
    };
    readonly refused: {
        readonly 'no-write-access': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'comment-too-long': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
    };
    readonly duplicate: {
        readonly 'command-claimed': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'run-advanced-elsewhere': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'call-claimed': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
    };
    readonly unknown: {
        readonly 'effect-outcome-unknown': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 3;
        };
    };
    readonly cancelled: {
        readonly stopped: {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'switched-off': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly interrupted: {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 130;
        };
        readonly 'thread-gone': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
    };
    readonly failed: {
        readonly 'bad-event': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'bad-input': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'bad-config': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'bad-policy': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'bad-skill': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'github-unreachable': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'github-refused': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'github-archived': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'github-gone': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'github-locked': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'github-rules': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'github-secret': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'github-workflows': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'not-delivered': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'model-unauthorized': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'model-refused': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'model-overloaded': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'model-unreachable': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'model-script': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'checkout-mismatch': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'journal-broken': {
            readonly keepsWork: true;
            readonly ofState: true;
            readonly exit: 1;
        };
        readonly 'checkpoint-forged': {
            readonly keepsWork: true;
            readonly ofState: true;
            readonly exit: 1;
        };
        readonly 'checkpoint-truncated': {
            readonly keepsWork: true;
            readonly ofState: true;
            readonly exit: 1;
        };
        readonly 'checkpoint-rolled-back': {
            readonly keepsWork: true;
            readonly ofState: true;
            readonly exit: 1;
        };
        readonly 'checkpoint-foreign': {
            readonly keepsWork: true;
            readonly ofState: true;
            readonly exit: 1;
        };
        readonly 'checkpoint-too-large': {
            readonly keepsWork: true;
            readonly ofState: true;
            readonly exit: 1;
        };
        readonly 'checkpoint-unsealed': {
            readonly keepsWork: true;
            readonly ofState: true;
            readonly exit: 1;
        };
        readonly 'state-key-missing': {
            readonly keepsWork: true;
            readonly ofState: true;
            readonly exit: 1;
        };
        readonly 'state-key-wrong': {
            readonly keepsWork: true;
            readonly ofState: true;
            readonly exit: 1;
        };
        readonly 'sandbox-unavailable': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'sweep-incomplete': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly internal: {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
    };
    readonly 'incompatible-checkpoint': {
        readonly 'unknown-major-version': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
    };
};
/** The events that the App handles. */
declare const servedEvents: readonly ServedEvent[];
export { AppHost, BotSettings, CountersignError, DeliveryContext, LogLevel, ServedEvent, bot, readBotSettings, servedEvents };
