import { createHash } from 'node:crypto';
import type { Entry } from '../core/index.ts';

export type Attributes = Readonly<Record<string, string | number | boolean | string[]>>;

/** An entry's place and time. */
export type Moment = Pick<Entry, 'seq' | 'at'>;

/** Something within a span. */
export interface SpanEvent {
	readonly name: string;
	readonly at: string;
	readonly attributes: Attributes;
}

/** A span that is over. */
export interface Span {
	readonly id: string;
	readonly parent?: string;
	/** The span of the same trace that it goes on from. */
	readonly after?: string;
	readonly name: string;
	readonly kind: 'internal' | 'client';
	readonly start: string;
	readonly end: string;
	readonly failed: boolean;
	readonly attributes: Attributes;
	readonly events: readonly SpanEvent[];
}

/** The trace of a run: 32 hexadecimal digits, whatever process asks. */
export function traceIdOf(run: string): string {
	return hash(`trace ${run}`, 32);
}

/** A span of a run, by what it is and the entry that it is told at: 16 hexadecimal digits. */
export function spanIdOf(run: string, what: string, { seq }: Moment): string {
	return hash(`span ${run} ${what} ${seq}`, 16);
}

function hash(text: string, digits: number): string {
	return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
