import { settingFindings } from '../shell/settings.ts';
import { argumentAt } from './arguments-given.ts';
import { keptEach } from './bind-each.ts';
import type { Call, Fold, Language, Row } from './language.ts';
import { known, type Meaning } from './meanings.ts';
import { notePrinted, prints } from './noted-output.ts';
import { isOpenAttribute, isOwnMethod } from './own-methods.ts';
import { environmentText } from './places.ts';
import { doubt, doubtCall, type Ground, noteSpelled, spreadName } from './reader.ts';
import { constantOf, isEnvironment, noteObeyed, placesOf, resolve } from './resolve.ts';
import { slice } from './slices.ts';
import type { Token } from './tokens.ts';
import { marksOf, mixed, refer, text, type Value, wordOf } from './value.ts';
import { readRow, takesContent } from './written-rows.ts';

/** The arguments of a call, after they were read. */
interface Arguments {
	readonly items: readonly Value[];
	readonly named: ReadonlyMap<string, Value>;
	readonly source: readonly Token[];
}

/** Judges the use of a value as data. A function with effects, or a value with secrets, is not harmless there. */
export function consume(value: Value, ground: Ground): void {
	for (const item of [...(value.items ?? []), ...(value.entries?.values() ?? [])]) consume(item, ground);
	const { name } = value;
	if (prints(name, ground)) ground.printed.push(undefined);
	if (value.dynamic) doubt(ground, 'a member that cannot be known');
	const takesPath = name !== undefined && ground.language.pathMethods?.has(name) === true;
	if (takesPath && ground.language.isHarmlessMethod?.(value) !== true) doubt(ground, `${name} as a value`);
	if (name === undefined || name === '' || /^\.|\(\)$|\[\]$/.test(name)) return;
	if (isEnvironment(value, ground)) ground.use({ use: 'variable', value: {} });
	else if (known(ground.language, name) !== 'pure') {
		const row = ground.language.rows[name];
		if (executes(row)) ground.signs.runsUnknown = true;
		if (row === 'delete' || row === 'delete...' || row === 'delete-tree...') ground.signs.deletesUnknown = true;
		doubt(ground, `${name} as a value`, value.isOwn);
	}
}

/** Drops a value at the end of a statement. An assigned value is judged when its name is used. */
export function drop(value: Value, ground: Ground): void {
	if (!value.isAssigned || ground.language.bare === 'all') consume(value, ground);
}

/** Functions that use only the text of their arguments. */
const takesText = /^(console\.\w+|JSON\.stringify|String|Number|Boolean|parseInt|parseFloat|isNaN|Math\.\w+)$/;

/** Judges the use of a value of which only the text, or a known method, is used. */
export function consumeAsText(value: Value, ground: Ground): void {
	consume(value.dynamic ? { ...value, dynamic: false } : value, ground);
}

function executes(row: Row | undefined): boolean {
	return typeof row === 'string' && /\b(shell|argv|words|code)\b/.test(row);
}

/** Returns the member `value.name`. */
export function member(value: Value, name: string, ground: Ground): Value {
	const { language } = ground;
	// The name of a file in a listed folder.
	if (value.among !== undefined && name === 'name' && value.name === undefined) return value;
	const entry = value.entries?.get(name);
	if (entry !== undefined) return { ...entry, ...(value.unsure && { unsure: true }) };
	const marks = marksOf([value]);
	if (value.name !== undefined && language.roots?.has(value.name)) {
		doubt(ground, `${value.name}.${name}`);
		return resolve(name, ground) ?? refer('');
	}
	if (value.name !== undefined && value.name !== '') {
		const path = `${value.name}.${name}`;
		const looked = lookUp(value, name, ground);
		if (looked !== undefined) return looked;
		const constant = constantOf(path, value, ground);
		if (constant !== undefined) return { ...marks, ...constant };
		if (Object.hasOwn(language.hidden ?? {}, path)) {
			doubt(ground, path);
			return { name: path, self: value, ...marks };
		}
		noteObeyed(path, ground);
		if (known(language, path) !== undefined) return { name: path, self: value, ...marks };
		if (isEnvironment(value, ground)) return ofEnvironment(value, name, ground);
		const meaning = value.name.endsWith('()') ? undefined : known(language, value.name);
		const isAbout = /^__\w+__$/.test(name) && language.methods.has(name);
		if (meaning === 'space' && isAbout) return { ...marks };
		if (meaning === 'space' || meaning === 'row') {
			doubt(ground, path);
			const isHidden = Object.hasOwn(language.hidden ?? {}, `.${name}`);
			return { ...marks, ...(isHidden ? { name: `.${name}`, self: value } : { name: '' }) };
		}
	}
	return memberOfData(value, name, ground);
}

/** Returns the value of a key in a table of names, such as `globals()`. */
function lookUp({ name = '' }: Value, key: string, ground: Ground): Value | undefined {
	const found = ground.language.lookup?.(name, key);
	if (found === undefined) return undefined;
	doubt(ground, `${name}[${key}]`);
	return resolve(found, ground) ?? refer(found);
}

function memberOfData(value: Value, name: string, ground: Ground): Value {
	const { language } = ground;
	const marks = marksOf([value]);
	const isKnown = value.name !== undefined && /^[^.]/.test(value.name) && !/\)$/.test(value.name);
	if (isKnown && language.mutators.has(name) && !language.settable?.has(value.name ?? ''))
		doubt(ground, `a change of ${value.name}`);
	if (language.methods.has(name) || Object.hasOwn(language.rows, `.${name}`))
		return { name: `.${name}`, self: value, ...marks };
	if (isOpenAttribute(name, ground)) ground.opened.add(name);
	else doubt(ground, `.${name}`);
	consumeAsText(value, ground);
	return { ...marks, name: `.${name}`, self: value, ...(value.isOwn && { isOwn: true }) };
}

function ofEnvironment(value: Value, key: string | undefined, ground: Ground): Value {
	if (ground.language.name === 'javascript' || key === undefined) {
		ground.use({ use: 'variable', value: key === undefined ? {} : text(key) });
		return { ...refer(`${value.name}[]`), ...environmentText(key, placesOf(ground)) };
	}
	consume(value, ground);
	return refer('');
}

/** Returns the element `value[key]`. */
export function index(value: Value, { items, source }: Arguments, ground: Ground): Value {
	const { language } = ground;
	const [key] = items;
	const looked = key?.text === undefined ? undefined : lookUp(value, key.text, ground);
	if (looked !== undefined) return looked;
	const row = `${value.name}.[]`;
	if (Object.hasOwn(language.rows, row))
		return call({ name: row, self: value }, { items, named: new Map(), source }, ground);
	const argument = argumentAt(value, items, source, ground);
	if (argument !== undefined) return argument;
	for (const item of items) consume(item, ground);
	if (isEnvironment(value, ground)) {
		ground.use({ use: 'variable', value: key ?? {} });
		return { ...refer(`${value.name}[]`), ...environmentText(key?.text, placesOf(ground)) };
	}
	if (key?.text !== undefined && items.length === 1) {
		const at = key.isNumber ? Number(key.text) : Number.NaN;
		const item = value.items?.at(language.name === 'lua' ? at - 1 : at);
		if (item !== undefined) return { ...item, ...(value.unsure && { unsure: true }) };
		if (language.name === 'javascript' && !key.isNumber) return member(value, key.text, ground);
	}
	const sliced = slice(value, source);
	if (sliced !== undefined) return sliced;
	const reversed = source.map((token) => token.text).join('') === '::-1' && value.text !== undefined;
	if (reversed) return { ...text([...(value.text ?? '')].reverse().join('')), ...marksOf([value]) };
	consume(value, ground);
	const isDynamic = language.name === 'javascript' && key?.isNumber !== true;
	const base = value.name === undefined || /^$|^\./.test(value.name) ? '' : `${value.name}[]`;
	return { ...mixed([value, ...items]), name: base, ...(isDynamic && { dynamic: true }) };
}

/** Judges the call `callee(arguments)` and returns its result. */
export function call(callee: Value, { items, named, source }: Arguments, ground: Ground): Value {
	const { language } = ground;
	const { name } = callee;
	const all = [...items, ...named.values()];
	const marks = marksOf([callee, ...all]);
	if (callee.dynamic || callee.text !== undefined || callee.items !== undefined || callee.isNumber) {
		consume(callee, ground);
		doubt(ground, 'a call of what is not a name');
	}
	if (name === undefined || name === '') {
		if (name === undefined && language.callsNames) doubt(ground, 'a call of what a call gave');
		noteSpelled({ items: all }, ground);
		for (const value of all) consume(value, ground);
		return { ...marks, name: '' };
	}
	notePrinted(name, items, named, ground);
	const defines = (one: string) => ground.ownMethods.has(one) && !ground.names.has(one);
	const about: Call = {
		name,
		self: callee.self,
		args: items,
		named,
		source,
		places: placesOf(ground),
		defines,
		mentions: (word) => ground.words.has(word),
	};
	if (callee.unsure && !name.startsWith('.')) doubt(ground, `${name}, or another function of that name`);
	const meaning = meaningOf(name, language) ?? (isOwnMethod(name, ground) ? 'pure' : undefined);
	if (meaning === 'row') return callRow(language.rows[name] ?? 'data', about, ground);
	if (meaning === undefined || meaning === 'space') {
		doubtCall(ground, callee);
		noteSpelled({ items: all }, ground);
	}
	const isOfFunction = Object.hasOwn(language.rows, callee.self?.name ?? '');
	if ((meaning === undefined || isOfFunction) && Object.hasOwn(language.hidden ?? {}, name))
		return callRow(language.hidden?.[name] ?? 'data', about, ground);
	const isCharacters = /^(\.?map|.*\.map)$/.test(name);
	const use = takesText.test(name) ? consumeAsText : consume;
	const isHarmless = (value: Value) =>
		(isCharacters && language.decoders.has(value.name ?? '')) ||
		(language.listsNames?.has(name) === true && !isRedefined(name, ground) && isEnvironment(value, ground));
	for (const value of all) if (!isHarmless(value)) use(value, ground);
	if (name.startsWith('.') && callee.self !== undefined) consume(callee.self, ground);
	const own = callee.isOwn && { name: '', isOwn: true };
	return { ...marks, ...own, ...keptEach(name, callee.self), ...(foldOf(name, ground)?.(about) ?? {}) };
}

/** Returns how a call is computed. Undefined if the code itself has a function of that name. */
function foldOf(name: string, ground: Ground): Fold | undefined {
	return isRedefined(name, ground) ? undefined : ground.language.folds[name];
}

/** Returns whether the code itself has a function or a class with this name of the language. */
function isRedefined(name: string, { declared, names }: Ground): boolean {
	const [root = ''] = name.split('.');
	return declared.has(root) && names.get(root)?.name !== root;
}

function meaningOf(name: string, language: Language): Meaning | undefined {
	if (Object.hasOwn(language.rows, name)) return 'row';
	if (name.startsWith('.')) return language.methods.has(name.slice(1)) ? 'pure' : undefined;
	return known(language, name);
}

function callRow(row: Row, about: Call, ground: Ground): Value {
	const done = typeof row === 'string' ? readRow(row, about) : row(about);
	const isUnsure = marksOf([...about.args, ...about.named.values()]).unsure === true;
	if (isUnsure && !takesContent(row) && done.isContent !== true) doubt(ground, 'a value that is set more than once');
	if (done.doubt !== undefined) doubt(ground, done.doubt);
	if (about.named.has(spreadName)) doubt(ground, 'arguments that cannot be known');
	const used = done.uses ?? [];
	const called = done.calls;
	if (called !== undefined)
		return call(called.callee, { items: called.args, named: new Map(), source: about.source }, ground);
	if (done.environment !== undefined) setEnvironment(done.environment, ground);
	const isStarting = used.some(([use]) => use === 'shell' || use === 'argv' || use === 'words');
	for (const [use, value] of used) {
		if (use === 'data') consume(value, ground);
		else ground.use({ use, value, cwd: done.cwd });
	}
	const all = [...about.args, ...about.named.values()];
	if (!done.isHandedOn) for (const value of all) consumeArgument(value, isStarting, ground);
	const variable = used.find(([use]) => use === 'variable')?.[1];
	const given =
		foldOf(about.name, ground)?.(about) ?? environmentText(variable?.text, about.places) ?? done.gives ?? {};
	const marks = marksOf([about.self ?? {}, ...all]);
	const isComputed = given.text !== undefined || given.items !== undefined;
	return isComputed ? { ...marks, ...given, decoded: false } : { ...marks, ...given };
}

/** Judges the environment of a process, because its variables may make the process run something else. */
function setEnvironment(environment: Value, ground: Ground): void {
	const entries = [...(environment.entries ?? [])];
	for (const [name, value] of entries) ground.findings.push(...settingFindings(name, wordOf(value)));
	if (entries.length === 0 && !isEnvironment(environment, ground)) doubt(ground, 'an environment that cannot be known');
}

/** A process gets the environment anyway, so passing it on is not a read. */
function consumeArgument(value: Value, isStarting: boolean, ground: Ground): void {
	if (isStarting && isEnvironment(value, ground)) return;
	for (const entry of value.entries?.values() ?? []) consumeArgument(entry, isStarting, ground);
	for (const item of value.items ?? []) consumeArgument(item, isStarting, ground);
	consume({ ...value, items: [], entries: new Map() }, ground);
}
