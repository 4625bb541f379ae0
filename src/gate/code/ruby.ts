import { constant, spell } from '../shell/word.ts';
import { declaredNames } from './declared-names.ts';
import * as fold from './folds.ts';
import { alike, type Call, type Done, type Language, names } from './language.ts';
import * as place from './places.ts';
import { spreadName } from './reader.ts';
import { withoutNew } from './ruby-classes.ts';
import { rubyLiteral, withoutBrackets } from './ruby-literals.ts';
import { acting, methods, pure } from './ruby-names.ts';
import { outsideRuby } from './ruby-subset.ts';
import { braced } from './tokens.ts';
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

/** Judges a function that opens a file. The mode is the second argument, or a named one, alone or in an object. */
function openedFile({ args, named }: Call): Done {
	const [path = {}, given] = args;
	const options = new Map([...named, ...args.flatMap(({ entries }) => [...(entries ?? [])])]);
	const isUnknown = options.has('flags') || options.has(spreadName);
	const mode = (given?.entries === undefined ? given : undefined) ?? options.get('mode') ?? text('r');
	const isRead = !isUnknown && /^rb?(:|$)/.test(mode.text ?? '');
	return { uses: [[isRead ? 'read' : 'write', path]], gives: refer('') };
}

/** `system({"A" => "b"}, "ls", chdir: "/")` */
function start({ args, named }: Call): Done {
	// A list after the program is the key of a redirection.
	const redirect = args.findIndex(
		(value, i) => i > 0 && value.items !== undefined && args[i - 1]?.entries === undefined,
	);
	const words = (redirect < 0 ? args : args.slice(0, redirect)).filter((value) => value.entries === undefined);
	const environment = args.find((value) => value.entries !== undefined);
	const cwd =
		named.get('chdir') ?? args.map((value) => value.entries?.get('chdir')).find((value) => value !== undefined);
	return {
		uses: [['words', { items: words }]],
		gives: refer(''),
		...(cwd && { cwd }),
		...(environment !== undefined && { environment }),
	};
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
	const decoded = /^H\*?$/.test(form) && first !== undefined ? fold.hex(first) : undefined;
	return decoded === undefined ? undefined : text(decoded);
}

/** Ruby, as `ruby -e` runs it. */
export const ruby: Language = {
	name: 'ruby',
	grammar: {
		comments: ['#'],
		blocks: [],
		quotes: {
			'"': { close: '"', escapes: 'ruby', hole: braced('#{') },
			"'": { close: "'", escapes: 'quote' },
			'`': { close: '`', escapes: 'ruby', hole: braced('#{'), form: 'command' },
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
			'File.read File.readlines File.foreach File.binread File.readlink YAML.load_file YAML.safe_load_file CSV.read CSV.table CSV.foreach JSON.load_file',
			'read',
		),
		...alike('Dir.glob Dir.[]', ({ args }) => ({
			uses: args.map((pattern) => ['list', pattern]),
			gives: args.length === 1 ? filesOf(args[0] ?? {}) : {},
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
		'.pack': pack,
		'.unpack1': unpack,
		'.unpack': (call) => {
			const one = unpack(call);
			return one === undefined ? undefined : { items: [one] };
		},
		...Object.fromEntries(
			['Base64.decode64', 'Base64.strict_decode64', 'Base64.urlsafe_decode64'].map((name) => [
				name,
				fold.ofFirst(fold.base64),
			]),
		),
		'.reverse': fold.reversedSelf,
		'.upcase': fold.ofSelf((input) => input.toUpperCase()),
		'.downcase': fold.ofSelf((input) => input.toLowerCase()),
		'.strip': fold.ofSelf((input) => input.trim()),
		'.chr': ({ self }) => (self?.isNumber ? fold.characters({ args: [self] }) : undefined),
		'.join': ({ self, args: [by] }) => fold.joined(self, by ?? text('')),
		'.split': ({ self, args: [by] }) => fold.split(self, by),
		'.first': ({ self }) => self?.items?.[0],
		'.chars': ({ self }) => (self?.text === undefined ? undefined : { items: [...self.text].map(text) }),
		'.gsub': fold.replaced,
		'.concat': ({ self, args: [more] }) =>
			self?.text !== undefined && more?.text !== undefined ? text(self.text + more.text) : undefined,
		...Object.fromEntries(['File.expand_path', 'File.absolute_path'].map((name) => [name, place.expanded])),
		'File.realpath': place.followed,
		'File.dirname': place.parentOf,
		'File.join': ({ args }) => fold.joined({ items: args }, text('/')),
		'Dir.home': place.home,
		...Object.fromEntries(['Dir.pwd', 'Dir.getwd'].map((name) => [name, place.workingDirectory])),
		...Object.fromEntries(['sprintf', 'format'].map((name) => [name, fold.printed(/%[sd]/)])),
		'%': ({ self, args }) => fold.filled(self, /%[sd]/, args),
		'URI.parse': ({ args: [url] }) => (url?.text === undefined ? undefined : { ...url, name: 'URI()' }),
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
		return reused === undefined ? outsideRuby(tokens, methods, isLoop) : `a variable named ${reused}`;
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
	repeat: '*',
	juxtaposes: 'texts',
	hasTuples: true,
	spreads: names('* **'),
	doubtful: names('` \\'),
	prefixes: names('- + ! ~ & * ** -> ::'),
	mutators: names(
		'<< replace concat insert prepend append push pop shift unshift clear delete gsub! sub! sort! map! reverse! upcase! downcase! strip! chomp! tr! store merge! setbyte slice! squeeze! force_encoding',
	),
	hasMutableTexts: true,
	specials: /^\$(?:[^a-z]|-)/,
	settable: names('$, $/ $; $. $_'),
	bare: 'all',
	callsByName: true,
};

let roots: ReadonlySet<string> | undefined;

/** Returns whether the language knows a name, or a name below it. */
function isOfLibrary(name: string): boolean {
	roots ??= new Set([...Object.keys(ruby.rows), ...ruby.pure, ...ruby.refused].map((one) => one.replace(/\..*$/s, '')));
	return roots.has(name);
}
