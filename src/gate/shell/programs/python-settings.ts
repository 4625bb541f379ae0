import { type Finding, type Invocation, opaque } from '../program.ts';
import { warningClass } from './project/warning-classes.ts';

/** Settings that only change how Python checks and reports. */
const harmless =
	/^(dev|utf8(=[01])?|importtime(=\d)?|faulthandler|frozen_modules(=(on|off))?|no_debug_ranges|warn_default_encoding|int_max_str_digits=\d+|tracemalloc(=\d+)?|showrefcount|cpu_count=\w+|gil=[01])$/;

/**
 * Judges the settings of Python before its program. Threat: `-X pycache_prefix` writes compiled modules to any folder, and runs modules
 * that are already there.
 */
export function pythonSettings({ words, scope }: Pick<Invocation, 'words' | 'scope'>): readonly Finding[] {
	const found: Finding[] = [];
	for (let i = 0; i < words.length; i++) {
		const [, kind, attached = ''] = /^-[A-Za-z?]*?(?:([cmWX])(.*))?$/s.exec(words[i]?.text ?? '') ?? ['', 'c'];
		if (kind === 'c' || kind === 'm') return found;
		if (kind === undefined) continue;
		const value = attached === '' ? words[++i] : words[i];
		const text = attached === '' ? value?.text : attached;
		const read = value === undefined ? undefined : { ...value, text: text ?? '' };
		if (kind === 'W') found.push(...warningClass(read, scope));
		if (kind === 'X' && (value?.known !== true || !harmless.test(text ?? ''))) found.push(opaque(`-X ${text}`));
	}
	return found;
}
