import { settingFindings } from '../shell/settings.ts';
import { keptEach } from './bind-each.ts';
import { consume, consumeAsShown, hasOnlyKnownOperators } from './consume.ts';
import type { Call, Language, Row } from './language.ts';
import { known, type Meaning } from './meanings.ts';
import { notePrinted } from './noted-output.ts';
import { isOpenAttribute, isOwnMethod } from './own-methods.ts';
import { environmentText } from './places.ts';
import { type CodeReading, doubt, doubtCall, noteSpelled, spreadName } from './reader.ts';
import { constantOf, isEnvironment, noteObeyed, placesOf, resolve } from './resolve.ts';
import type { Token } from './tokens.ts';
import { marksOf, mixed, refer, text, type Value, wordOf } from './value.ts';
import { readRow, takesContent } from './written-rows.ts';

/** The arguments of a call, after they were read. */
interface Arguments {
	readonly items: readonly Value[];
	readonly named: ReadonlyMap<string, Value>;
	readonly source: readonly Token[];
}

/** Functions that use only the text of their arguments. */
const takesText = /^(console\.\w+|JSON\.stringify|String|Number|Boolean|parseInt|parseFloat|isNaN|Math\.\w+)$/;
/** Functions of Python that show their arguments, and do not call them. */
const shows = /^(print|repr|str|len|format|isinstance)$/;

/** Returns the member `value.name`. */
export function member(value: Value, name: string, reading: CodeReading): Value {
	const { language } = reading;
	// The name of a file in a listed folder.
	if (value.among !== undefined && name === 'name' && value.name === undefined) return value;
	const entry = value.entries?.get(name);
	if (entry !== undefined) return { ...entry, ...(value.unsure && { unsure: true }) };
	const marks = marksOf([value]);
	if (value.name !== undefined && language.roots?.has(value.name)) {
		doubt(reading, `${value.name}.${name}`);
		return resolve(name, reading) ?? refer('');
	}
	if (value.name !== undefined && value.name !== '') {
		const path = `${value.name}.${name}`;
		const looked = lookUp(value, name, reading);
		if (looked !== undefined) return looked;
		const constant = constantOf(path, value, reading);
		if (constant !== undefined) return { ...marks, ...constant };
		if (Object.hasOwn(language.hidden ?? {}, path)) {
			doubt(reading, path);
			return { name: path, self: value, ...marks };
		}
		noteObeyed(path, reading);
		if (known(language, path) !== undefined) return { name: path, self: value, ...marks };
		if (isEnvironment(value, reading)) return ofEnvironment(value, name, reading);
		const meaning = value.name.endsWith('()') ? undefined : known(language, value.name);
		const isAbout = /^__\w+__$/.test(name) && language.methods.has(name);
		if (meaning === 'space' && isAbout) return { ...marks };
		if (meaning === 'space' || meaning === 'row') {
			doubt(reading, path);
			const isHidden = Object.hasOwn(language.hidden ?? {}, `.${name}`);
			return { ...marks, ...(isHidden ? { name: `.${name}`, self: value } : { name: '' }) };
		}
	}
	return memberOfData(value, name, reading);
}

/** Returns the value of a key in a table of names, such as `globals()`. */
function lookUp({ name = '' }: Value, key: string, reading: CodeReading): Value | undefined {
	const found = reading.language.lookup?.(name, key);
	if (found === undefined) return undefined;
	doubt(reading, `${name}[${key}]`);
	return resolve(found, reading) ?? refer(found);
}

function memberOfData(value: Value, name: string, reading: CodeReading): Value {
	const { language } = reading;
	const marks = marksOf([value]);
	const isKnown = value.name !== undefined && /^[^.]/.test(value.name) && !/\)$/.test(value.name);
	if (isKnown && language.mutators.has(name) && !language.settable?.has(value.name ?? ''))
		doubt(reading, `a change of ${value.name}`);
	if (language.methods.has(name) || Object.hasOwn(language.rows, `.${name}`))
		return { name: `.${name}`, self: value, ...marks };
	if (isOpenAttribute(name, reading)) reading.opened.add(name);
	else doubt(reading, `.${name}`);
	consumeAsShown(value, reading);
	return { ...marks, name: `.${name}`, self: value, ...(value.isOwn && { isOwn: true }) };
}

function ofEnvironment(value: Value, key: string | undefined, reading: CodeReading): Value {
	if (reading.language.name === 'javascript' || key === undefined) {
		reading.use({ use: 'variable', value: key === undefined ? {} : text(key) });
		return { ...refer(`${value.name}[]`), ...environmentText(key, placesOf(reading)) };
	}
	consume(value, reading);
	return refer('');
}

/** Returns the element `value[key]`. */
export function index(value: Value, { items, source }: Arguments, reading: CodeReading): Value {
	const { language } = reading;
	const [key] = items;
	const looked = key?.text === undefined ? undefined : lookUp(value, key.text, reading);
	if (looked !== undefined) return looked;
	const row = `${value.name}.[]`;
	if (Object.hasOwn(language.rows, row))
		return call({ name: row, self: value }, { items, named: new Map(), source }, reading);
	const argument = argumentAt(value, items, source, reading);
	if (argument !== undefined) return argument;
	for (const item of items) consume(item, reading);
	if (isEnvironment(value, reading)) {
		reading.use({ use: 'variable', value: key ?? {} });
		return { ...refer(`${value.name}[]`), ...environmentText(key?.text, placesOf(reading)) };
	}
	if (key?.text !== undefined && items.length === 1) {
		const item = itemAt(value, key, language);
		if (item !== undefined) return { ...item, ...(value.unsure && { unsure: true }) };
		if (language.name === 'javascript' && !key.isNumber) return member(value, key.text, reading);
	}
	const sliced = slice(value, source);
	if (sliced !== undefined) return sliced;
	const reversed = source.map((token) => token.text).join('') === '::-1' && value.text !== undefined;
	if (reversed) return { ...text([...(value.text ?? '')].reverse().join('')), ...marksOf([value]) };
	if (hasOnlyKnownOperators(reading)) consumeAsShown(value, reading);
	else consume(value, reading);
	const isDynamic = language.name === 'javascript' && key?.isNumber !== true;
	const base = value.name === undefined || /^$|^\./.test(value.name) ? '' : `${value.name}[]`;
	return { ...mixed([value, ...items]), name: base, ...(isDynamic && { dynamic: true }) };
}

/** Judges the call `callee(arguments)` and returns its result. */
export function call(callee: Value, { items, named, source }: Arguments, reading: CodeReading): Value {
	const { language } = reading;
	const { name } = callee;
	const all = [...items, ...named.values()];
	const marks = marksOf([callee, ...all]);
	if (callee.dynamic || callee.text !== undefined || callee.items !== undefined || callee.isNumber) {
		consume(callee, reading);
		doubt(reading, 'a call of what is not a name');
	}
	if (name === undefined || name === '') {
		if (name === undefined && language.callsNames) doubt(reading, 'a call of what a call gave');
		noteSpelled({ items: all }, reading);
		for (const value of all) consume(value, reading);
		return { ...marks, name: '' };
	}
	notePrinted(name, items, named, reading);
	const defines = (one: string) => reading.ownMethods.has(one) && !reading.names.has(one);
	const about: Call = {
		name,
		self: callee.self,
		args: items,
		named,
		source,
		places: placesOf(reading),
		defines,
		mentions: (word) => reading.words.has(word),
	};
	if (callee.unsure && !name.startsWith('.')) doubt(reading, `${name}, or another function of that name`);
	const meaning = meaningOf(name, language) ?? (isOwnMethod(name, reading) ? 'pure' : undefined);
	if (meaning === 'row') return callRow(language.rows[name] ?? 'data', about, reading);
	if (meaning === undefined || meaning === 'space') {
		doubtCall(reading, callee);
		noteSpelled({ items: all }, reading);
	}
	const isOfFunction = Object.hasOwn(language.rows, callee.self?.name ?? '');
	if ((meaning === undefined || isOfFunction) && Object.hasOwn(language.hidden ?? {}, name))
		return callRow(language.hidden?.[name] ?? 'data', about, reading);
	const isCharacters = /^(\.?map|.*\.map)$/.test(name);
	const isShown = shows.test(name) && !isRedefined(name, reading);
	const use = isShown ? consumeAsShown : takesText.test(name) ? consumeAsShown : consume;
	const isHarmless = (value: Value) =>
		(isCharacters && language.decoders.has(value.name ?? '')) ||
		(language.listsNames?.has(name) === true && !isRedefined(name, reading) && isEnvironment(value, reading));
	for (const value of all) if (!isHarmless(value)) use(value, reading);
	if (name.startsWith('.') && callee.self !== undefined) consume(callee.self, reading);
	const own = callee.isOwn && { name: '', isOwn: true };
	return { ...marks, ...own, ...keptEach(name, callee.self), ...(folded(about, reading) ?? {}) };
}

/** Computes a call. Undefined if the code itself has a function of that name, or if no computation takes such arguments. */
function folded(about: Call, reading: CodeReading): Value | undefined {
	const { language } = reading;
	// Only the folds of Python look at named arguments. In Perl, the name is an argument, too.
	if (isRedefined(about.name, reading) || (about.named.size > 0 && language.name !== 'python')) return undefined;
	return about.args.some(({ many }) => many === true) ? undefined : language.folds[about.name]?.(about);
}

/** Returns whether the code itself has a function, a class or a method with this name of the language. */
function isRedefined(name: string, { declared, names, ownMethods }: CodeReading): boolean {
	const [root = '', method = ''] = name.split('.');
	if (root === '') return ownMethods.has(method);
	return declared.has(root) && names.get(root)?.name !== root;
}

function meaningOf(name: string, language: Language): Meaning | undefined {
	if (Object.hasOwn(language.rows, name)) return 'row';
	if (name.startsWith('.')) return language.methods.has(name.slice(1)) ? 'pure' : undefined;
	return known(language, name);
}

function callRow(row: Row, about: Call, reading: CodeReading): Value {
	const done = typeof row === 'string' ? readRow(row, about) : row(about);
	const isUnsure = marksOf([...about.args, ...about.named.values()]).unsure === true;
	const isPlaced = about.args.every(({ many }, i) => many !== true || i === about.args.length - 1);
	const isContent = isPlaced && (takesContent(row) || done.isContent === true);
	if (isUnsure && !isContent) doubt(reading, 'a value that is set more than once');
	if (done.doubt !== undefined) doubt(reading, done.doubt);
	const hasArrows = reading.language.name === 'perl' && about.named.size > 0 && !about.name.endsWith('.new');
	// In Perl, an arrow is a comma, and the key is an argument.
	if (about.named.has(spreadName) || hasArrows) doubt(reading, 'arguments that cannot be known');
	const used = done.uses ?? [];
	const called = done.calls;
	if (called !== undefined)
		return call(called.callee, { items: called.args, named: new Map(), source: about.source }, reading);
	if (done.environment !== undefined) setEnvironment(done.environment, reading);
	const isStarting = used.some(([use]) => use === 'shell' || use === 'argv' || use === 'words');
	for (const [use, value] of used) {
		if (use === 'data') consume(value, reading);
		else reading.use({ use, value, cwd: done.cwd });
	}
	const all = [...about.args, ...about.named.values()];
	if (!done.isHandedOn) for (const value of all) consumeArgument(value, isStarting, reading);
	const variable = used.find(([use]) => use === 'variable')?.[1];
	const given = folded(about, reading) ?? environmentText(variable?.text, about.places) ?? done.gives ?? {};
	const marks = marksOf([about.self ?? {}, ...all]);
	const isComputed = given.text !== undefined || given.items !== undefined;
	return isComputed ? { ...marks, ...given, decoded: false } : { ...marks, ...given };
}

/** Judges the environment of a process, because its variables may make the process run something else. */
function setEnvironment(environment: Value, reading: CodeReading): void {
	const entries = [...(environment.entries ?? [])];
	for (const [name, value] of entries) reading.findings.push(...settingFindings(name, wordOf(value)));
	if (entries.length === 0 && !isEnvironment(environment, reading))
		doubt(reading, 'an environment that cannot be known');
}

/** Judges an argument. A new process gets the environment anyway, so passing the environment to a process is not a read. */
function consumeArgument(value: Value, isStarting: boolean, reading: CodeReading): void {
	if (isStarting && isEnvironment(value, reading)) return;
	for (const entry of value.entries?.values() ?? []) consumeArgument(entry, isStarting, reading);
	for (const item of value.items ?? []) consumeArgument(item, isStarting, reading);
	consume({ ...value, items: [], entries: new Map() }, reading);
}

/**
 * Returns the arguments of the command line for `sys.argv[1]` and `sys.argv[1:]`. Undefined if the code changes lists, or if the
 * arguments are unknown.
 */
function argumentAt(
	{ name }: Value,
	[key]: readonly Value[],
	source: readonly Token[],
	{ language, args, mutates }: CodeReading,
): Value | undefined {
	const { argumentList } = language;
	if (argumentList === undefined || name !== argumentList.name || args.length === 0 || mutates) return undefined;
	const written = source.map((token) => token.text).join('');
	if (/^\d+:$/.test(written)) {
		const rest = args.slice(Math.max(0, Number.parseInt(written, 10) - argumentList.before));
		return rest.length === 0 ? undefined : { each: { options: rest } };
	}
	return key?.isNumber ? args[Number(key.text) - argumentList.before] : undefined;
}

/** Computes `text[1:3]` of Python. */
function slice(value: Value, source: readonly Token[]): Value | undefined {
	const [, from = '', to] = /^(-?\d*):(-?\d*)$/.exec(source.map((token) => token.text).join('')) ?? [];
	if (to === undefined || value.text === undefined || value.isNumber || value.isBytes) return undefined;
	const characters = [...value.text].slice(from === '' ? 0 : Number(from), to === '' ? undefined : Number(to));
	return { ...text(characters.join('')), ...marksOf([value]) };
}

/** Returns an item of a list. Undefined if the key is not a number, because languages differ in the meaning of other keys. */
function itemAt(
	{ items }: Value,
	{ text: digits, isNumber }: Value,
	{ name, countsFromEnd }: Language,
): Value | undefined {
	const at = isNumber ? Number(digits) - (name === 'lua' ? 1 : 0) : Number.NaN;
	const item = at >= 0 || (at < 0 && countsFromEnd) ? items?.at(at) : undefined;
	return item?.many === true ? undefined : item;
}
