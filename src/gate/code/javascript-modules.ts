import { type Call, type Done, names, type Read, type Statement } from './language.ts';
import { isMark } from './reader.ts';
import { refer, text, type Value } from './value.ts';

/** Judges `require('fs')`. */
export const load = ({ args: [module] }: Call): Done => loadModule(module);

function loadModule(module: Value | undefined): Done {
	const name = module?.text;
	if (name === undefined) return { doubt: 'a module that cannot be known', uses: [['script', module ?? {}]] };
	if (/^https?:/.test(name)) return { doubt: `require ${name}`, uses: [['script', text(name)]] };
	if (/^(\.{0,2}\/|\.{1,2}$)/.test(name))
		return { uses: [[name.endsWith('.json') ? 'read' : 'script', text(name)]], gives: { name: '', isOwn: true } };
	const path = name.replace(/^node:/, '').replace('/promises', '.promises');
	return { gives: refer(path), ...(safeModules.has(path) ? {} : { doubt: `require ${name}` }) };
}

/** `import fs from 'fs'`, `import {a as b} from 'fs'`, `import * as fs from 'fs'` */
export const readImport: Statement = (tokens, at): Read | undefined => {
	if (isMark(tokens[at + 1], '(') || isMark(tokens[at + 1], '.')) return undefined;
	const offset = tokens.slice(at, at + 80).findIndex((token) => token.kind === 'text');
	const module = tokens[at + offset]?.parts?.[0];
	// Threat: `import e = process.env` is an assignment of TypeScript.
	const isPlain = tokens
		.slice(at, at + offset)
		.every(({ kind, text: sign }) => kind === 'word' || /^[{},*]$/.test(sign));
	if (offset < 0 || !isPlain || typeof module !== 'string') return { end: at + 1, doubt: 'import' };
	const { gives, doubt, uses } = loadModule(text(module));
	const words = tokens.slice(at + 1, at + offset).filter((token) => token.kind === 'word' && token.text !== 'from');
	const binds: [string, Value][] = [];
	const isNamed = tokens.slice(at, at + offset).some((token) => isMark(token, '{'));
	for (let i = 0; i < words.length; i++) {
		const name = words[i]?.text ?? '';
		const alias = words[i + 1]?.text === 'as' ? words[i + 2]?.text : undefined;
		if (alias !== undefined) i += 2;
		if (name !== 'as')
			binds.push([alias ?? name, isNamed ? { ...gives, name: `${gives?.name}.${name}` } : (gives ?? {})]);
		else binds.push([words[++i]?.text ?? '', gives ?? {}]);
	}
	const unclear = uses === undefined ? doubt : `import ${module}`;
	return { end: at + offset + 1, binds, ...(unclear && { doubt: unclear, isOwn: gives?.isOwn === true }) };
};

const safeModules = names(
	'fs fs.promises child_process http https http2 net tls dgram dns os path url util crypto zlib querystring assert events stream buffer string_decoder timers perf_hooks readline process vm module worker_threads v8 punycode console timers.promises stream.promises util.types path.posix tty',
);
