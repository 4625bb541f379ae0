import { createHash } from 'node:crypto';
import type { Entry } from '../core/index.ts';

export type Attributes = Readonly<Record<string, string | number | boolean | string[]>>;

/** The number and the time of a journal entry. */
export type Moment = Pick<Entry, 'seq' | 'at'>;

/** Something that happened during a span. */
export interface SpanEvent {
	readonly name: string;
	readonly at: string;
	readonly attributes: Attributes;
}

/** A span that has ended. */
export interface Span {
	readonly id: string;
	readonly parent?: string;
	/** The earlier span of the same trace that this span continues. */
	readonly after?: string;
	readonly name: string;
	readonly kind: 'internal' | 'client';
	readonly start: string;
	readonly end: string;
	readonly failed: boolean;
	readonly attributes: Attributes;
	readonly events: readonly SpanEvent[];
}

/** The trace id of a run: 32 hexadecimal digits, the same in every process. */
export function traceIdOf(run: string): string {
	return hash(`trace ${run}`, 32);
}

/** The id of a run's span, from its kind and a journal entry: 16 hexadecimal digits. */
export function spanIdOf(run: string, what: string, { seq }: Moment): string {
	return hash(`span ${run} ${what} ${seq}`, 16);
}

function hash(text: string, digits: number): string {
	return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
