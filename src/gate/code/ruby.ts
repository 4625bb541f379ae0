import { constant, spell } from '../shell/word.ts';
import { declaredNames } from './declared-names.ts';
import { counted, exact, exactNumbers, foldsOf, formatted } from './exact-folds.ts';
import * as fold from './folds.ts';
import { alike, type Call, type Done, type Language, names } from './language.ts';
import * as place from './places.ts';
import { spreadName } from './reader.ts';
import { withoutNew } from './ruby-classes.ts';
import { rubyHole, rubyLiteral, withoutBrackets } from './ruby-literals.ts';
import { acting, methods, pure } from './ruby-names.ts';
import { outsideRuby } from './ruby-subset.ts';
import { filesOf, refer, text, type Value } from './value.ts';

/** Judges a path, or a command after a bar. */
function openedPath(call: Call): Done {
	const { args } = call;
	const [path = {}] = args;
	if (path.text?.startsWith('|')) return { uses: [['shell', text(path.text.slice(1))]] };
	if (/^\w+:\/\//.test(path.text ?? path.prefix ?? ''))
		return { uses: [['url', path]], gives: { name: '', fetched: true } };
	if (path.text === undefined) return { uses: [['read', path]], doubt: 'a path that may be a command' };
	return openedFile(call);
}

/** Judges a function that opens and writes a path. After a bar, the path is a command that gets the text as its input. */
function written({ args: [path = {}, content] }: Call): Done {
	if (path.text === undefined) return { uses: [['write', path]], doubt: 'a path that may be a command' };
	if (!path.text.startsWith('|')) return { uses: [['write', path]] };
	const command = path.text.slice(1);
	return content?.text === undefined
		? { uses: [['shell', text(command)]], doubt: 'what a command is fed' }
		: { uses: [['shell', text(`printf %s ${spell(constant(content.text))} | ${command}`)]] };
}

/** Judges a function that opens a file. The mode is the second argument or a named argument, alone or in an object. */
function openedFile({ args, named }: Call): Done {
	const [path = {}, given] = args;
	const options = new Map([...named, ...args.flatMap(({ entries }) => [...(entries ?? [])])]);
	const isUnknown = options.has('flags') || options.has(spreadName);
	const mode = options.get('mode') ?? (given?.entries === undefined ? given : undefined) ?? text('r');
	const isRead = !isUnknown && /^rb?(:|$)/.test(mode.text ?? '');
	return { uses: [[isRead ? 'read' : 'write', path]], gives: refer('') };
}

/** Judges a function that reads a whole file. Its other arguments are not modes. */
const readFile = (call: Call): Done =>
	openedFile({ ...call, args: call.args.filter(({ entries }, i) => i === 0 || entries !== undefined) });

/** Options of a process that do not say what it reads, writes or runs. */
const harmlessOptions = names('chdir exception pgroup new_pgroup close_others umask unsetenv_others');

/**
 * Judges the start of a process: `system({"A" => "b"}, "ls", chdir: "/")`. Threat: a number, a stream, a list and most options are
 * redirections, `1 => path`, `in: path`.
 */
function start({ args, named }: Call): Done {
	const environment = args[0]?.entries === undefined ? undefined : args[0];
	const words = args.filter((value) => value.entries === undefined);
	const inner = words[0]?.items ?? [];
	const redirection = words.findIndex((word, i) => isRedirection(word) || (i > 0 && word.items !== undefined));
	const objects = [...args, ...inner].filter((value) => value !== environment);
	const options = new Map([...named, ...objects.flatMap(({ entries }) => [...(entries ?? [])])]);
	const unknown = [...options.keys()].find((option) => !harmlessOptions.has(option));
	const isRedirected = redirection >= 0 || inner.some(isRedirection);
	const doubt = isRedirected ? 'a redirection' : unknown === undefined ? undefined : `the option ${unknown}`;
	const cwd = options.get('chdir');
	return {
		uses: [['words', { items: redirection < 0 ? words : words.slice(0, redirection) }]],
		gives: refer(''),
		...(cwd && { cwd }),
		...(environment !== undefined && { environment }),
		...(doubt !== undefined && { doubt }),
	};
}

function isRedirection({ isNumber, name }: Value): boolean {
	return isNumber === true || /^(STD|\$std)(IN|OUT|ERR|in|out|err)$/.test(name ?? '');
}

function load({ args: [module], name }: Call): Done {
	const library = module?.text;
	if (name === 'require' && library !== undefined && !/^[./~]/.test(library))
		return libraries.has(library) ? {} : { doubt: `require ${library}` };
	const path = library === undefined || /\.rb$/.test(library) ? (module ?? {}) : text(`${library}.rb`);
	return { uses: [['script', path]] };
}

function memberBy(self: Value | undefined, name: Value | undefined): Value {
	const isGlobal = self?.name === undefined || /^(Object|Kernel)?$/.test(self.name);
	return refer(isGlobal ? (name?.text ?? '') : `${self?.name}.${name?.text ?? ''}`);
}

const connect = ({ args: [host] }: Call): Done => ({
	uses: [['socket', host ?? {}]],
	gives: { name: '', fetched: true },
});
const request = 'url -> fetched';

const libraries = names(`
	json yaml csv set date time pathname fileutils tempfile open3 pty socket net/http open-uri uri base64 digest digest/sha2
	digest/md5 securerandom erb bigdecimal benchmark pp English shellwords zlib stringio ostruct optparse forwardable rbconfig
	timeout tmpdir etc find strscan prime matrix`);

function unpack({ self, args: [format] }: Call): Value | undefined {
	const isBase64 = format?.text === 'm' || format?.text === 'm0';
	const decoded = self?.text === undefined || !isBase64 ? undefined : fold.base64(self.text);
	return decoded === undefined ? undefined : text(decoded);
}

function pack({ self, args: [format] }: Call): Value | undefined {
	const form = format?.text ?? '';
	if (/^[cCUW]\*$/.test(form) && self !== undefined) return fold.characters({ args: [self] });
	const first = self?.items?.[0]?.text;
	const decoded = form === 'H*' && first !== undefined ? fold.hex(first) : undefined;
	return decoded === undefined ? undefined : text(decoded);
}

/** Splits a text. Ruby leaves out empty parts at the end. */
function split({ self, args: [by] }: Call): Value | undefined {
	const found = fold.split(self, by);
	return found?.items?.at(-1)?.text === '' ? undefined : found;
}

/** Ruby, as `ruby -e` runs it. */
export const ruby: Language = {
	name: 'ruby',
	grammar: {
		comments: ['#'],
		blocks: [],
		quotes: {
			'"': { close: '"', escapes: 'ruby', hole: rubyHole },
			"'": { close: "'", escapes: 'quote' },
			'`': { close: '`', escapes: 'ruby', hole: rubyHole, form: 'command' },
		},
		variable: /@@?[A-Za-z_]\w*|\$[A-Za-z_]\w*|\$[0-9~!@&+.,;/\\_"*?:<>=-]/y,
		word: /[A-Za-z_]\w*(?:[?!](?!=))?/y,
		lines: 'end',
		literal: rubyLiteral,
		suspicious: /^=begin|^__END__|<<[~-]?["'`A-Za-z_\u0080-\uffff]|\\[cCM]/m,
	},
	keywords: names(
		'if elsif else unless while until for in do end def return yield begin rescue ensure case when then and or not break next redo retry BEGIN END defined? class module',
	),
	transparent: names(''),
	modifiers: names('if unless while until and or do then end rescue in'),
	rows: {
		...alike(
			'system exec spawn Kernel.system Kernel.exec Kernel.spawn Process.spawn Process.exec IO.popen Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen2 Open3.popen2e Open3.popen3 PTY.spawn PTY.getpty',
			start,
		),
		...alike('open Kernel.open URI.open', openedPath),
		...alike('File.open File.new', openedFile),
		...alike(
			'File.delete File.unlink FileUtils.rm FileUtils.rm_f FileUtils.remove FileUtils.remove_file Dir.rmdir Dir.delete Dir.unlink FileUtils.rmdir',
			'delete...',
		),
		...alike(
			'FileUtils.rm_rf FileUtils.rm_r FileUtils.rmtree FileUtils.remove_dir FileUtils.remove_entry FileUtils.remove_entry_secure FileUtils.safe_unlink',
			'delete-tree...',
		),
		...alike(
			'File.write File.binwrite FileUtils.touch FileUtils.mkdir FileUtils.mkdir_p FileUtils.makedirs Dir.mkdir File.truncate File.mkfifo',
			'write',
		),
		...alike('IO.write IO.binwrite', written),
		...alike('File.chmod FileUtils.chmod FileUtils.chmod_R', 'data write...'),
		...alike(
			'File.read File.readlines File.foreach File.binread File.readlink YAML.load_file YAML.safe_load_file CSV.read CSV.table JSON.load_file',
			readFile,
		),
		'CSV.foreach': openedFile,
		'CSV.generate': ({ args }) => (args.length > 0 ? { doubt: 'a text that is written to' } : {}),
		...alike('Dir.glob Dir.[]', ({ args, named }) => ({
			uses: args.map((pattern) => ['list', pattern]),
			gives: args.length === 1 && named.size === 0 ? filesOf(args[0] ?? {}) : {},
		})),
		...alike('Dir.entries Dir.children Dir.each_child Dir.foreach Dir.new Dir.open Find.find', 'list...'),
		...alike('IO.read IO.readlines IO.foreach IO.binread', openedPath),
		...alike('File.rename FileUtils.mv FileUtils.move', 'delete write'),
		...alike('FileUtils.cp FileUtils.copy FileUtils.copy_file File.link', 'read write'),
		...alike('FileUtils.cp_r File.symlink FileUtils.ln_s FileUtils.ln_sf', 'read-tree write'),
		...alike('Dir.chdir FileUtils.cd', 'directory'),
		...alike('ENV.fetch ENV.dig', 'variable'),
		...alike('Net.HTTP.get Net.HTTP.get_response Net.HTTP.get_print Net.HTTP.post Net.HTTP.post_form', request),
		...alike('Net.HTTP.start Net.HTTP.new', 'host -> fetched'),
		...alike('URI.parse URI', ({ args: [url] }) => ({ gives: { ...(url ?? {}), name: 'URI()' } })),
		...alike('URI().open URI().read', 'self:url -> fetched'),
		...alike('TCPSocket.new TCPSocket.open Socket.tcp UDPSocket.new', connect),
		...alike('eval instance_eval class_eval binding.eval Kernel.eval', 'code'),
		...alike('require load require_relative Kernel.load Kernel.require', load),
		...alike(
			'Base64.decode64 Base64.strict_decode64 Base64.urlsafe_decode64 Zlib.inflate Zlib.Inflate.inflate',
			'data -> decoded',
		),
	},
	pure,
	methods,
	folds: {
		'.pack': exactNumbers(1, pack),
		'.unpack1': exact(1, unpack),
		'.unpack': exact(1, (call) => {
			const one = unpack(call);
			return one === undefined ? undefined : { items: [one] };
		}),
		...foldsOf('Base64.decode64 Base64.strict_decode64 Base64.urlsafe_decode64', exact(1, fold.ofFirst(fold.base64))),
		'.reverse': exact(0, fold.reversedSelf),
		'.upcase': exact(
			0,
			fold.ofSelf((input) => input.toUpperCase()),
		),
		'.downcase': exact(
			0,
			fold.ofSelf((input) => input.toLowerCase()),
		),
		'.strip': exact(
			0,
			fold.ofSelf((input) => input.trim()),
		),
		'.chr': exactNumbers(0, ({ self }) => (self?.isNumber ? fold.characters({ args: [self] }) : undefined)),
		'.join': counted([0, 1], ({ self, args: [by] }) => fold.joined(self, by ?? text(''))),
		// Without an argument, it splits at the separator of the option `-F`.
		'.split': exact(1, split),
		'.first': counted(0, ({ self }) => self?.items?.[0]),
		'.chars': exact(0, ({ self }) => (self?.text === undefined ? undefined : { items: [...self.text].map(text) })),
		'.gsub': exact(2, fold.replaced),
		'.concat': exact(1, ({ self, args: [more] }) =>
			self?.text !== undefined && more?.text !== undefined ? text(self.text + more.text) : undefined,
		),
		'File.expand_path': counted([1, 2], place.expanded),
		'File.absolute_path': counted(1, place.resolved),
		'File.realpath': counted(1, place.followed),
		'File.dirname': counted([1, 2], place.parentOf),
		'File.join': counted([1, 99], ({ args }) => fold.joined({ items: args }, text('/'))),
		'Dir.home': place.home,
		...foldsOf('Dir.pwd Dir.getwd', counted(0, place.workingDirectory)),
		...foldsOf('sprintf format', counted([1, 99], formatted)),
		'%': ({ self = {}, ...call }) => formatted({ ...call, self: undefined, args: [self, ...call.args] }),
		'URI.parse': counted(1, ({ args: [url] }) => (url?.text === undefined ? undefined : { ...url, name: 'URI()' })),
	},
	prints: {
		puts: ['\n', '\n'],
		print: ['', ''],
		'$stdout.puts': ['\n', '\n'],
		'STDOUT.puts': ['\n', '\n'],
		'$stdout.print': ['', ''],
	},
	hidden: {
		...alike('Object Kernel Module', 'data'),
		...alike('send __send__ public_send', ({ args: [name, ...args] }) => ({
			calls: { callee: refer(name?.text ?? ''), args },
		})),
		...alike('.send .__send__ .public_send', ({ self, args: [name, ...args] }) => ({
			calls: { callee: memberBy(self, name), args },
		})),
		method: ({ args: [name] }) => ({ gives: refer(name?.text ?? '') }),
		'.method': ({ self, args: [name] }) => ({ gives: memberBy(self, name) }),
		'.call': ({ self = {}, args }) => ({ calls: { callee: self, args } }),
		'.const_get': ({ args: [name] }) => ({ gives: refer(name?.text?.replaceAll('::', '.') ?? '') }),
	},
	acting,
	check: (tokens, isLoop) => {
		const reused = [...declaredNames(tokens, ruby).keys()].find((name) => withoutBrackets.test(name));
		return reused === undefined ? outsideRuby(tokens, methods, isLoop, isOfLibrary) : `a variable named ${reused}`;
	},
	prepare: (tokens) => withoutNew(tokens, isOfLibrary),
	decoders: names(''),
	refused: names(
		'send public_send __send__ method method_missing define_method instance_variable_set const_get Object Kernel ObjectSpace binding fork syscall trap at_exit Module Class Process Signal instance_exec class_exec module_eval autoload set_trace_func TOPLEVEL_BINDING Marshal ERB Fiddle',
	),
	environments: names('ENV'),
	argumentList: { name: 'ARGV', before: 0 },
	members: names('. &. ::'),
	concat: '+',
	joinsLists: true,
	countsFromEnd: true,
	repeat: '*',
	juxtaposes: 'texts',
	hasTuples: true,
	spreads: names('* **'),
	doubtful: names('` \\'),
	prefixes: names('- + ! ~ & * ** -> ::'),
	mutators: names(
		'<< replace concat insert prepend append push pop shift unshift clear delete delete_at delete_if keep_if fill store update setbyte force_encoding StringIO',
	),
	mutatorForm: /!$/,
	hasMutableTexts: true,
	specials: /^\$(?:[^a-z]|-)/,
	settable: names('$/ $. $_'),
	bare: 'all',
	callsByName: true,
};

let roots: ReadonlySet<string> | undefined;

/** Returns whether the language knows a name, or a name below it. */
function isOfLibrary(name: string): boolean {
	roots ??= new Set([...Object.keys(ruby.rows), ...ruby.pure, ...ruby.refused].map((one) => one.replace(/\..*$/s, '')));
	return roots.has(name);
}
