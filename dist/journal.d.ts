/** A content that an entry names. */
interface Content {
    /** Its first 500 characters. */
    readonly preview: string;
    /** Its name beside the journal. */
    readonly sha256: string;
    readonly bytes: number;
}
/** The only error class of ours: an outage or bad input, with a code from the closed list. Bugs stay ordinary errors. */
declare class CountersignError extends Error {
    readonly code: FailureCode;
    readonly fix: string;
    constructor({ code, message, fix, cause }: ErrorDetails);
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
/** The first bad line of a journal, and what is wrong with it. */
interface Fault {
    readonly line: number;
    readonly why: string;
}
/** The place up to which a journal is vouched for: how many lines, and the SHA-256 of the last one's bytes. */
interface Head {
    readonly count: number;
    readonly hash: string;
}
/** A line of a journal: what was appended, behind its place in the chain. */
interface JournalEntry {
    /** The SHA-256 of the bytes of the line before. */
    readonly prev: string;
    /** The number of the line, from 1. */
    readonly seq: number;
    /** When it was written, ISO 8601. */
    readonly at: string;
    readonly type: string;
    readonly [key: string]: JsonValue;
}
/** What a caller may choose; everything has a default. */
interface JournalOptions {
    /** What must never be written: credentials that the agent holds. Well-known shapes of credentials are found without. Of 8 characters or more. */
    readonly secrets?: readonly string[];
    /** The clock; the system's, unless a test brings another. */
    readonly now?: () => Date;
}
/** What verifying a journal found. */
interface JournalReport {
    readonly kind: 'verified' | 'unanchored' | 'broken' | 'torn';
    /** `verified`, or `unanchored`: without a published head a cut tail cannot be seen. */
    readonly ok: boolean;
    /** One sentence for people. */
    readonly text: string;
    /** The journal; of a bad content, the content's. */
    readonly file: string;
    /** The first bad line. */
    readonly line?: number;
    readonly why?: string;
    /** How far it holds: `<lines>:<sha256>`. */
    readonly head: string;
    /** How many contents were held against their names. */
    readonly blobs: number;
}
/** The journal of any agent: its entries say what they want, its chain is that of a run. */
interface JournalWriter {
    /**
     * Writes an entry as one line, without the secrets; it is on the disk when the promise is fulfilled.
     * @throws CountersignError `bad-input` for an entry that has no `type`, has a `prev`, `seq` or `at` of its own or is larger than 32 MB, and
     * `journal-broken` when somebody else has written to the file.
     */
    append(entry: {
        readonly type: string;
    } & JsonObject): Promise<JournalEntry>;
    /** Keeps a long text beside the journal, without the secrets. What it returns is put into an entry, and verified with it. */
    keep(text: string): Promise<Content>;
    /** `<lines>:<sha256>`: publish it where nobody who can write the journal can write, and verifying finds a cut tail, too. */
    head(): string;
}
/** A JSON object: the shape of a tool call's arguments. */
type JsonObject = {
    readonly [key: string]: JsonValue;
};
/** Any value that JSON can hold. */
type JsonValue = null | boolean | number | string | readonly JsonValue[] | {
    readonly [key: string]: JsonValue;
};
/** How reading a journal ended: at its end, in an unfinished last line, or where it does not hold. */
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
/**
 * Opens the journal of a folder, or begins one: `journal.jsonl`, a line per entry, each of which begins with the SHA-256 of the line before, and
 * `blobs/`. A last line that a power cut left without an end is cut off, and the journal notes that. One process may write to it at a time.
 * @throws CountersignError `journal-broken` when the chain does not hold.
 */
declare function openJournal(folder: string, options?: JournalOptions): Promise<JournalWriter>;
/** The text that an entry names, from beside the journal. @throws CountersignError `bad-input`, and `journal-broken` when it is not there or is another. */
declare function readContent(path: string, { sha256: name }: Pick<Content, 'sha256'>): Promise<string>;
/** Reads a journal, a run's folder or the zip of an artifact entry by entry, as far as its chain holds. @throws CountersignError `bad-input` */
declare function readJournal(path: string, hear: (entry: JournalEntry) => void): Promise<ReadEnd>;
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
/** Takes secrets out of a text: the given values in their usual spellings, and credentials of well-known shapes. It is a net, not a wall. */
declare function redact(text: string, secrets?: readonly string[]): string;
/**
 * Verifies a journal file, its folder with the contents, or a zip of that, as a stream. It checks chain, sequence, contents, and the head that was
 * published elsewhere, without which the best answer is `unanchored`. Memory does not grow with the journal.
 * @throws CountersignError `bad-input` when there is no journal, or `head` is none.
 */
declare function verifyJournal(path: string, { head }?: {
    readonly head?: string;
}): Promise<JournalReport>;
export { Content, CountersignError, Head, JournalEntry, JournalOptions, JournalReport, JournalWriter, JsonObject, JsonValue, ReadEnd, openJournal, readContent, readJournal, redact, verifyJournal };
