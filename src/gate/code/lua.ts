import { counted, exact, exactNumbers, formatted } from './exact-folds.ts';
import * as fold from './folds.ts';
import { alike, type Call, type Done, type Language, names, under } from './language.ts';
import { isSpaced, type Lexer, type Literal, type Token } from './tokens.ts';
import { refer, text } from './value.ts';

function literal(at: number, { source }: Lexer): Literal | undefined {
	const spaced = isSpaced(source, at);
	if (source.startsWith('~=', at)) return { tokens: [{ kind: 'mark', text: '~=', spaced }], end: at + 2 };
	const open = /^\[(=*)\[\n?/.exec(source.slice(at, at + 40));
	if (!open) return undefined;
	const close = `]${open[1]}]`;
	const end = source.indexOf(close, at);
	const body = source.slice(at + open[0].length, end < 0 ? source.length : end);
	const token: Token = { kind: 'text', text: '', spaced, parts: [body], form: 'string' };
	return {
		tokens: [token],
		end: end < 0 ? source.length : end + close.length,
		...(end < 0 && { unsure: 'a text without an end' }),
	};
}

function open({ args: [path = {}, mode = text('r')] }: Call): Done {
	const isRead = /^rb?$/.test(mode.text ?? '');
	return {
		uses: [[isRead ? 'read' : 'write', path]],
		gives: refer(''),
		...(mode.text === undefined && { doubt: 'a mode' }),
	};
}

/** Lua, as `lua -e` runs it. */
export const lua: Language = {
	name: 'lua',
	grammar: {
		comments: ['--'],
		blocks: [['--[[', ']]']],
		quotes: { '"': { close: '"', escapes: 'lua' }, "'": { close: "'", escapes: 'lua' } },
		word: /[A-Za-z_]\w*/y,
		lines: 'blank',
		literal,
		suspicious: /--\[=+\[/,
	},
	keywords: names('and break do else elseif end for function goto if in local not or repeat return then until while'),
	transparent: names('local'),
	rows: {
		...alike('os.execute io.popen', 'shell'),
		'os.remove': 'delete',
		'os.rename': 'delete write',
		'io.open': open,
		...alike('io.lines io.input', 'read'),
		'io.output': 'write',
		...alike('dofile loadfile', 'script'),
		...alike('load loadstring', 'code'),
		'os.getenv': 'variable',
		require: ({ args: [module] }) => ({
			doubt: 'require',
			gives: /^socket(\.http)?$/.test(module?.text ?? '') ? refer(module?.text ?? '') : refer(''),
		}),
		'socket.tcp': () => ({ gives: refer('socket.tcp()') }),
		'socket.connect': ({ args: [host] }) => ({
			uses: [['socket', host ?? {}]],
			gives: { name: 'socket.tcp()', fetched: true },
		}),
		'socket.tcp().connect': 'socket',
		'socket.tcp().receive': () => ({ gives: { name: '', fetched: true } }),
		'socket.http.request': 'url -> fetched',
		'string.char': 'data -> decoded',
	},
	pure: names(`
		print arg type tostring tonumber ipairs pairs next select assert error unpack _VERSION true false nil math.* utf8.char
		utf8.len utf8.codepoint socket.tcp().send socket.tcp().close socket.tcp().settimeout
		${under('string', 'byte find format gmatch gsub len lower match rep reverse sub upper').join(' ')}
		${under('table', 'concat insert remove sort unpack pack').join(' ')}
		${under('os', 'time date clock difftime exit tmpname').join(' ')}
		${under('io', 'write read stdout stderr stdin stdin.read stdout.write stderr.write stdin.lines').join(' ')}`),
	methods: names(
		'byte find format gmatch gsub len lower match rep reverse sub upper read lines write close seek flush setvbuf',
	),
	folds: {
		assert: counted([1, 2], ({ args: [one] }) => one),
		'string.char': exactNumbers([1, 999], fold.characters),
		'string.reverse': exact(1, fold.ofFirst(fold.reversed)),
		'string.format': counted([1, 99], formatted),
		'.format': counted([0, 99], (call) => formatted({ ...call, args: [call.self ?? {}, ...call.args] })),
		'.reverse': exact(0, fold.ofSelf(fold.reversed)),
		'.lower': exact(
			0,
			fold.ofSelf((input) => input.toLowerCase()),
		),
		'.upper': exact(
			0,
			fold.ofSelf((input) => input.toUpperCase()),
		),
		'table.concat': counted([1, 2], ({ args: [list, by] }) => fold.joined(list, by)),
	},
	prints: { print: ['\t', '\n'], 'io.write': ['', ''] },
	decoders: names('string.char'),
	refused: names(
		'_G _ENV package debug coroutine rawget rawset setmetatable getmetatable getfenv setfenv pcall xpcall collectgarbage',
	),
	environments: names(''),
	members: names('. :'),
	concat: '..',
	hasTuples: true,
	doubtful: names('@ $ ! ` \\ ?'),
	prefixes: names('- # ~'),
	mutators: names('insert remove sort'),
	bare: 'text',
};
