/** A long text that an entry refers to. */
interface Content {
    /** Its first 500 characters. */
    readonly preview: string;
    /** The hash, which is also the name of the file next to the journal. */
    readonly sha256: string;
    readonly bytes: number;
}
/** Our only error class, for outages and bad input, with a code from a fixed list. Bugs stay ordinary errors. */
declare class CountersignError extends Error {
    readonly code: FailureCode;
    readonly fix: string;
    constructor({ code, message, fix, cause }: ErrorDetails);
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
/** The first bad line of a journal, and what is wrong with it. */
interface Fault {
    readonly line: number;
    readonly why: string;
}
/** The end of the verified part of a journal: the number of lines, and the SHA-256 of the last line's bytes. */
interface Head {
    readonly count: number;
    readonly hash: string;
}
/** A line of a journal: the appended entry with its place in the chain. */
interface JournalEntry {
    /** The SHA-256 of the previous line's bytes. */
    readonly prev: string;
    /** The number of the line, from 1. */
    readonly seq: number;
    /** When the line was written, ISO 8601. */
    readonly at: string;
    readonly type: string;
    readonly [key: string]: JsonValue;
}
/** What a caller may choose. Everything has a default. */
interface JournalOptions {
    /**
     * Values that must never be written, such as credentials that the agent holds. They must have 8 characters or more. Credentials of
     * well-known shapes are found without this.
     */
    readonly secrets?: readonly string[];
    /** Returns the time. The default is the system's clock; a test may replace it. */
    readonly now?: () => Date;
}
/** The result of verifying a journal. */
interface JournalReport {
    readonly kind: 'verified' | 'unanchored' | 'broken' | 'torn';
    /** True for `verified` and for `unanchored`. Without a published head, a missing end of the journal cannot be detected. */
    readonly ok: boolean;
    /** One sentence for people. */
    readonly text: string;
    /** The path of the journal, or of the bad content. */
    readonly file: string;
    /** The first bad line. */
    readonly line?: number;
    readonly why?: string;
    /** The last valid point: `<lines>:<sha256>`. */
    readonly head: string;
    /** How many contents were compared with their names. */
    readonly blobs: number;
}
/** A journal for any agent. The entries can have any content. They are chained by hashes, as in a run's journal. */
interface JournalWriter {
    /**
     * Writes an entry as one line, with secrets redacted. When the promise is fulfilled, the line is on the disk. @throws CountersignError
     * `bad-input` if the entry has no `type`, already has `prev`, `seq` or `at`, or is larger than 32 MB. @throws CountersignError
     * `journal-broken` if another program has written to the file.
     */
    append(entry: {
        readonly type: string;
    } & JsonObject): Promise<JournalEntry>;
    /** Keeps a long text next to the journal, with secrets redacted. Put the result into an entry. Then verification also checks the text. */
    keep(text: string): Promise<Content>;
    /**
     * Returns `<lines>:<sha256>`. Publish it in a place where writers of the journal cannot write. Then verification also notices that the
     * last lines are missing.
     */
    head(): string;
}
/** A JSON object. The arguments of a tool call have this form. */
type JsonObject = {
    readonly [key: string]: JsonValue;
};
/** Any value that JSON can hold. */
type JsonValue = null | boolean | number | string | readonly JsonValue[] | {
    readonly [key: string]: JsonValue;
};
/** How reading a journal ended: at its end, in an incomplete last line, or at the first invalid line. */
type ReadEnd = {
    readonly kind: 'whole';
    readonly lines: number;
    readonly head: Head;
} | {
    readonly kind: 'torn';
    readonly lines: number;
    readonly head: Head;
} | ({
    readonly kind: 'broken';
} & Fault);
type Reasons = typeof reasons;
/**
 * Opens the journal of a folder, or begins one. `journal.jsonl` has one entry on each line, and each line begins with the SHA-256 of the
 * line before. Contents are in `blobs/`. If a power cut left the last line without an end, the line is removed, and the journal notes
 * that. Only one process may write to it at a time. @throws CountersignError `journal-broken` if the chain is broken.
 */
declare function openJournal(folder: string, options?: JournalOptions): Promise<JournalWriter>;
/**
 * Reads a long text that an entry refers to, from the files next to the journal. @throws CountersignError `bad-input`, and `journal-broken`
 * if the text is missing or different.
 */
declare function readContent(path: string, { sha256: name }: Pick<Content, 'sha256'>): Promise<string>;
/**
 * Reads a journal entry by entry, up to the first invalid line. The path is a journal file, a run's folder or an artifact's zip. @throws
 * CountersignError `bad-input`
 */
declare function readJournal(path: string, hear: (entry: JournalEntry) => void): Promise<ReadEnd>;
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
/**
 * Removes secrets from a text: the given values in their usual spellings, and credentials of well-known shapes. It does not find every
 * secret.
 */
declare function redact(text: string, secrets?: readonly string[]): string;
/**
 * Verifies a journal file, its folder with the contents, or a zip of that folder, as a stream. It checks the chain, the sequence, the
 * contents, and the head that was published elsewhere. Without that head the best result is `unanchored`. Memory does not grow with the
 * journal.
 * @throws CountersignError `bad-input` if there is no journal, or if `head` is invalid.
 */
declare function verifyJournal(path: string, { head }?: {
    readonly head?: string;
}): Promise<JournalReport>;
export { Content, CountersignError, Head, JournalEntry, JournalOptions, JournalReport, JournalWriter, JsonObject, JsonValue, ReadEnd, openJournal, readContent, readJournal, redact, verifyJournal };
