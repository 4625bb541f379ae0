import { CountersignError } from '../core/index.ts';
import type { Head } from './chain.ts';

/** Reads a head as runs publish it and people type it, `<lines>:<sha256>`. @throws CountersignError `bad-input` */
export function readHead(text: string): Head {
	const [, count, hash] = /^([1-9]\d{0,8}):([0-9a-f]{64})$/.exec(text) ?? [];
	if (count !== undefined && hash !== undefined) return { count: Number(count), hash };
	throw new CountersignError({
		code: 'bad-input',
		message: `--head ${text} is not <lines>:<sha256>.`,
		fix: 'Take it from where the run published it: its comment, its summary, or the output `journal-head`.',
	});
}
