import { counted, exact, exactNumbers, foldsOf, formatted } from './exact-folds.ts';
import * as fold from './folds.ts';
import { alike, type Call, type Done, type Language, names, type Read, type Statement, under } from './language.ts';
import { known } from './meanings.ts';
import { flat, readsArguments } from './perl-handles.ts';
import { perlHoles } from './perl-holes.ts';
import { perlLiteral } from './perl-literals.ts';
import { looseReference } from './perl-references.ts';
import { outsidePerl } from './perl-subset.ts';
import * as place from './places.ts';
import { isMark } from './reader.ts';
import type { Token } from './tokens.ts';
import { refer, text, type Value } from './value.ts';

/** Judges `open(my $f, '<', 'a')`. With two arguments, the signs in the second show whether it is a file or a command. */
function open({ args: [, mode, path, ...rest] }: Call): Done {
	if (mode?.text === undefined) return { uses: [['read', mode ?? {}]], doubt: 'an open that may run a command' };
	const [sign = ''] = /^\s*(\+?[<>|]{1,2}|-\||\|-)?/.exec(mode.text) ?? [];
	if (path === undefined) {
		const name = mode.text.replace(/^\s*\+?[<>|]*\s*|\s*\|\s*$/g, '');
		if (mode.text.includes('|')) return { uses: [['shell', text(name)]], gives: refer('') };
		if (/^&/.test(name)) return { doubt: 'another name of an open file' };
		return { uses: [[/>|\+/.test(sign) ? 'write' : 'read', text(name)]], gives: refer('') };
	}
	if (mode.text.includes('|')) return { uses: [['words', { items: [path, ...rest] }]], gives: refer('') };
	if (/&/.test(mode.text)) return { doubt: 'another name of an open file' };
	return { uses: [[/>|\+/.test(sign) ? 'write' : 'read', path]], gives: refer('') };
}

function connectTo({ named, args: [first] }: Call): Done {
	const host = named.get('PeerAddr') ?? named.get('PeerHost') ?? first ?? {};
	return { uses: [['socket', host]], gives: { name: '', fetched: true } };
}

/** Judges `inet_aton`, which asks a server for the address of a name. For a numeric address, it asks no server. */
function lookedUp({ args: [host = {}] }: Call): Done {
	return { uses: [[/^[\d.]+$/.test(host.text ?? '') ? 'data' : 'host', host]] };
}

/** `use Module LIST;` */
const readUse: Statement = (tokens, at): Read | undefined => {
	const module = tokens[at + 1];
	const end = tokens.findIndex((token, i) => i > at && (isMark(token, ';') || token.kind === 'end'));
	const rest = { end: end < 0 ? tokens.length : end };
	if (module?.kind === 'number') return rest;
	if (module?.text === 'Env') return { ...rest, doubt: 'use Env' };
	const isKnown = module?.kind === 'word' && safeModules.has(module.text) && tokens[at]?.text === 'use';
	return isKnown ? rest : { end: at + 2, doubt: `${tokens[at]?.text} ${module?.text}` };
};

/** Before a block, these words only determine how the block runs. */
const readBlock: Statement = (tokens, at) => (isMark(tokens[at + 1], '{') ? { end: at + 1 } : undefined);

const safeModules = names(`
	strict warnings utf8 feature integer bytes List::Util Scalar::Util POSIX JSON::PP JSON Data::Dumper
	MIME::Base64 Time::HiRes Time::Local Time::Piece File::Basename File::Spec File::Path File::Find File::Copy Cwd Digest::MD5 Digest::SHA
	Text::Wrap Getopt::Long Socket IO::Socket IO::Socket::INET LWP::Simple LWP::UserAgent HTTP::Tiny IO::Handle Encode
	bigint bignum v5.10 v5.36`);

/** Returns why the code is not certain. Unless `strict` forbids it, Perl looks up the names of functions and variables by strings. */
function check(tokens: readonly Token[], isLoop: boolean): string | undefined {
	const outside = outsidePerl(tokens, isKnownFunction);
	if (outside !== undefined) return outside;
	const loose = looseReference(tokens);
	if (loose !== undefined) return loose;
	if (actsInWalk(tokens)) return 'files in the folders of a walk';
	return changedArguments(tokens, isLoop);
}

/**
 * Returns whether code walks through folders, and also opens files or runs commands. Threat: the walk enters each folder before it calls
 * its function, so that `config` means `.git/config`.
 */
function actsInWalk(tokens: readonly Token[]): boolean {
	const all = flat(tokens);
	const isWord = ({ kind, text: word }: Token) => kind === 'word' && /^(find|finddepth|File::Find::\w+)$/.test(word);
	const acts = ({ kind, text: word, form }: Token) =>
		form === 'command' || form === 'input' || (kind === 'word' && !/^find/.test(word) && actsByName(word));
	return all.some(isWord) && all.some(acts);
}

function actsByName(name: string): boolean {
	const row = Object.hasOwn(perl.rows, name) ? perl.rows[name] : undefined;
	return row !== undefined && !(typeof row === 'string' && row.startsWith('data...'));
}

/**
 * Returns a use of the arguments that may run a command. Threat: Perl opens each name in `@ARGV`, and runs a name with a bar as a
 * command: `BEGIN { s/$/|/ for @ARGV }`.
 */
function changedArguments(tokens: readonly Token[], isLoop: boolean): string | undefined {
	const all = flat(tokens);
	const hasArguments = all.some(
		({ text: name }, i) => /^(@|\$#)ARGV$/.test(name) || (name === '$ARGV' && isMark(all[i + 1], '[')),
	);
	if (hasArguments && readsArguments(all)) return 'what @ARGV holds is opened';
	const isUsed = tokens.some((token, i) => usesArguments(token, tokens[i - 1], tokens[i + 1]));
	if (isLoop && isUsed) return 'a change of @ARGV';
	const changes = all.some((token) => /^(push|unshift|splice)$/.test(token.text));
	return changes && all.some((token) => token.text === '@ARGV') ? 'a change of @ARGV' : undefined;
}

/** Returns whether a token uses the arguments. `shift @ARGV`, `scalar @ARGV` and the name of the open file are allowed. */
function usesArguments({ text }: Token, before: Token | undefined, next: Token | undefined): boolean {
	if (text === '@ARGV') return !/^(shift|scalar)$/.test(before?.text ?? '');
	return text === '$#ARGV' || (text === '$ARGV' && isMark(next, '['));
}

function isKnownFunction(name: string): boolean {
	return known(perl, name) !== undefined;
}

function pack({ args: [format, ...rest] }: Call): Value | undefined {
	const form = format?.text ?? '';
	const [first] = rest;
	if (form === 'H*' && rest.length === 1 && first?.text !== undefined) {
		const decoded = fold.hex(first.text);
		return decoded === undefined ? undefined : text(decoded);
	}
	if (/^[CUcW]\*$/.test(form)) return fold.characters({ args: rest });
	return undefined;
}

const plain = `
	print printf say length substr index rindex uc lc ucfirst lcfirst sprintf join split sort keys values each map grep
	push pop shift unshift splice scalar defined exists delete abs int sqrt sin cos atan2 exp log hex oct rand srand ord time
	localtime gmtime chomp chop die warn exit wantarray ref lc sleep undef eof close binmode fileno local sprintf STDIN STDOUT
	STDERR quotemeta pos qr lc ucfirst vec unpack readline printf select getc return first sum sum0 max min uniq shuffle any all none
	reduce blessed looks_like_number encode_json decode_json to_json from_json Dumper encode_base64 floor ceil fmod strftime
	File::Spec.catfile File::Spec.catdir File::Spec.rel2abs Cwd::cwd Cwd::getcwd basename dirname getcwd cwd md5_hex sha1_hex sha256_hex INT TERM timelocal encode decode inet_ntoa getprotobyname
	PF_INET AF_INET SOCK_STREAM INADDR_ANY socket autoflush read seek tell flock`;

const variables = `$_ @_ $0 $1 $2 $3 $4 $5 $6 $7 $8 $9 $& $. $, $; $/ $\\ $| $! $@ $" $$ $+ $^W $^O $^V $^T $^X $] @ARGV $ARGV $#ARGV @F $F $#F %+ $+ $a $b`;

/** Perl, as `perl -e` runs it. */
export const perl: Language = {
	name: 'perl',
	grammar: {
		comments: ['#'],
		blocks: [],
		quotes: {
			'"': { close: '"', escapes: 'perl', hole: perlHoles('"') },
			"'": { close: "'", escapes: 'quote' },
			'`': { close: '`', escapes: 'perl', hole: perlHoles('`'), form: 'command' },
		},
		variable:
			/\$#?[A-Za-z_]\w*(?:::\w+)*|\$\d+|\$\^[A-Z]|\$\$(?![\w{$])|\$[&+!@/\\,;.|"\]]|@[A-Za-z_]\w*(?:::\w+)*|%[A-Za-z_]\w*(?:::\w+)*|%\+/y,
		word: /[A-Za-z_]\w*(?:::\w+)*/y,
		lines: 'blank',
		literal: perlLiteral,
		suspicious: /\([?*]\?*\\*\{|^=[A-Za-z]|^__(?:END|DATA)__|<<~?["'A-Za-z_]|\w'\w/m,
	},
	keywords: names(
		'if elsif else unless while until for foreach my our local sub return and or not xor lt gt le ge eq ne cmp last next redo BEGIN END',
	),
	transparent: names('my our local'),
	modifiers: names('if unless while until for foreach and or'),
	rows: {
		...alike('system exec CORE::system CORE::exec syswords', 'words'),
		...alike('qx readpipe', 'shell'),
		...alike('unlink rmdir', 'delete...'),
		...alike('rmtree remove_tree File::Path.rmtree File::Path.remove_tree', 'delete-tree...'),
		...alike('rename move', 'delete write'),
		...alike('copy link', 'read write'),
		...alike('symlink', 'read-tree write'),
		...alike('mkdir mkpath truncate', 'write'),
		make_path: ({ args }) => ({
			uses: args.filter(({ entries }) => entries === undefined).map((path) => ['write', path]),
		}),
		utime: 'data data write...',
		...alike('chmod', 'data write...'),
		opendir: ({ args }) => ({ uses: [['list', args.at(-1) ?? {}]] }),
		...alike('find finddepth', ({ args }) => ({ uses: args.slice(1).map((place) => ['list', place]) })),
		...alike('stat lstat', ({ args }) => ({ uses: [['read', args.at(-1) ?? {}]] })),
		glob: ({ args: [pattern = {}], places }) => {
			// Perl splits the pattern at its blanks: `glob("* .git")`.
			const parts = pattern.text?.trim().split(/\s+/) ?? [];
			if (parts.length > 1 && !/["'\\{}~]/.test(pattern.text ?? ''))
				return {
					uses: parts.map((part) => ['list', text(part)]),
					gives: { items: parts.map((part) => ({ among: part })) },
				};
			const path = pattern.text === undefined ? undefined : place.expandUser(pattern.text, places);
			return { uses: [['list', path === undefined ? pattern : text(path)]] };
		},
		open,
		sysopen: ({ args: [, path] }) => ({ uses: [['write', path ?? {}]] }),
		chdir: 'directory',
		...alike('do require', 'script'),
		eval: 'code',
		...alike('get getprint head LWP::Simple::get', 'url -> fetched'),
		...alike('getstore mirror', 'url write'),
		...alike('LWP::UserAgent.new HTTP::Tiny.new', () => ({ gives: refer('Agent()') })),
		...alike(under('Agent()', 'get post put delete head').join(' '), 'url -> fetched'),
		...alike('IO::Socket::INET.new IO::Socket.new IO::Socket::IP.new', connectTo),
		connect: ({ args: [, host] }) => ({ uses: [['socket', host ?? {}]] }),
		...alike(
			'pack chr reverse decode_base64 MIME::Base64::decode_base64 MIME::Base64::decode uncompress',
			'data... -> decoded',
		),
		inet_aton: lookedUp,
		...alike('sockaddr_in pack_sockaddr_in', 'data...'),
	},
	pure: names(`${plain} ${variables} true false`),
	methods: names(
		'new pretty canonical encode decode utf8 content decoded_content is_success status_line autoflush ymd hms strftime epoch year mon',
	),
	folds: {
		pack: exactNumbers([1, 999], pack),
		scalar: counted(1, ({ args: [one] }) => (one?.items === undefined ? one : undefined)),
		chr: exactNumbers(1, fold.characters),
		...foldsOf('decode_base64 MIME::Base64::decode_base64', exact(1, fold.ofFirst(fold.base64))),
		lc: exact(
			1,
			fold.ofFirst((input) => input.toLowerCase()),
		),
		uc: exact(
			1,
			fold.ofFirst((input) => input.toUpperCase()),
		),
		join: counted([1, 999], ({ args: [by, ...rest] }) => fold.joined({ items: rest }, by)),
		...foldsOf('cwd getcwd Cwd::cwd Cwd::getcwd', counted(0, place.workingDirectory)),
		// Without `..`, and with every part, the result is the path that the parts spell. An empty part may begin at the root.
		...foldsOf(
			'File::Spec.catfile File::Spec.catdir',
			counted([1, 99], ({ args }) =>
				args.some((one) => !one.text) ? undefined : fold.joined({ items: args }, text('/')),
			),
		),
		'File::Spec.rel2abs': counted([1, 2], ({ args: [path, base], places }) => {
			const found = place.resolveFrom(base === undefined ? [path?.text] : [base.text, path?.text], places);
			return found === undefined ? undefined : text(found);
		}),
		dirname: counted(1, place.parentOf),
		sprintf: counted([1, 99], formatted),
		inet_aton: counted(1, ({ args: [one] }) => one),
		...foldsOf(
			'sockaddr_in pack_sockaddr_in',
			counted(2, ({ args: [, host] }) => host),
		),
	},
	prints: { print: ['', ''], say: ['', '\n'] },
	decoders: names('chr'),
	refused: names('fork kill syscall dump tie bless wait waitpid ioctl fcntl exec:: AUTOLOAD DESTROY'),
	listsNames: names('keys'),
	environments: names('%ENV'),
	members: names('->'),
	concat: '.',
	countsFromEnd: true,
	repeat: 'x',
	doubtful: names('-> ` #'),
	prefixes: names('- + ! ~ \\ ++ --'),
	mutators: names(
		's tr y chomp chop read sysread substr vec for foreach map grep push unshift splice shift pop open \\ reverse sort',
	),
	hasMutableTexts: true,
	bare: 'all',
	callsByName: true,
	freeWords: /^[A-Z][A-Z\d]*$/,
	hasTextCalls: true,
	specials: /^[$@%]#?(?:[^a-z#]|ENV|\^)|::/,
	settable: names('$_ $/ $\\ $, $" $; $| $. $a $b @F'),
	statements: { use: readUse, no: readUse, eval: readBlock, do: readBlock },
	check,
};
