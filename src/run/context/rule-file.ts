/** A file of rules, and when they apply: to every task, to some files or tasks, or only if a person names it. */
export interface Rule {
	readonly path: string;
	readonly text: string;
	readonly applies: 'always' | 'never' | (string & {});
}

/** The most scoped rules (for some files only) to list. */
const mostNamed = 40;
/** The longest description of when a rule applies. Characters. */
const longestScope = 200;

/** Returns whether a path is a rule file of Cursor or Copilot. */
export function isRuleFile(path: string): boolean {
	return /^\.cursor\/rules\/.+\.mdc$|^\.github\/instructions\/.+\.instructions\.md$/.test(path);
}

/**
 * Reads a rule file: `.mdc` of Cursor (cursor.com/docs/context/rules: `alwaysApply`, `globs`, `description`) or `.instructions.md` of
 * Copilot (docs.github.com/en/copilot: `applyTo`).
 */
export function readRule({ path, text }: { readonly path: string; readonly text: string }): Rule {
	const { fields, body } = frontMatterOf(text);
	return { path, text: body, applies: path.endsWith('.mdc') ? cursorScope(fields) : copilotScope(fields) };
}

/** Lists the rules that apply only to some files or tasks, as one text. Undefined if there are none. */
export function scopedRules(rules: readonly Rule[]): Rule | undefined {
	const scoped = rules.filter(({ applies }) => applies !== 'always' && applies !== 'never');
	if (scoped.length === 0) return undefined;
	const more = scoped.length - mostNamed;
	const lines = scoped.slice(0, mostNamed).map(({ path, applies }) => `- ${oneLine(path)}: ${oneLine(applies)}`);
	const text = [
		'These files hold rules for some files or tasks only. Read one with `file_read` before you work on what it is for:',
		'',
		...lines,
		...(more > 0 ? [`- and ${more} more`] : []),
	].join('\n');
	return { path: 'rules for some files', text, applies: 'always' };
}

function cursorScope(fields: ReadonlyMap<string, string> | undefined): string {
	if (fields === undefined || fields.get('alwaysApply') === 'true') return 'always';
	return scopeOf([fields.get('globs'), fields.get('description')]);
}

function copilotScope(fields: ReadonlyMap<string, string> | undefined): string {
	const files = fields?.get('applyTo') ?? '';
	if (files.split(',').some((glob) => /^\*\*(\/\*)?$/.test(glob.trim()))) return 'always';
	return scopeOf([files, fields?.get('description')]);
}

function scopeOf(parts: readonly (string | undefined)[]): string {
	const said = parts.filter((part) => part !== undefined && part !== '');
	return said.length === 0 ? 'never' : said.join('; ');
}

function oneLine(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > longestScope ? `${line.slice(0, longestScope).toWellFormed()}…` : line;
}

/**
 * Reads the front matter line by line, because the usual `globs: *.ts` in these files is not valid YAML. Without front matter, `fields` is
 * undefined.
 */
function frontMatterOf(text: string): { readonly fields?: ReadonlyMap<string, string>; readonly body: string } {
	const [, head, body] = /^---\r?\n([\s\S]*?)^---[ \t]*\r?$([\s\S]*)/m.exec(text) ?? [];
	if (head === undefined || body === undefined || !text.startsWith('---')) return { body: text };
	// Turns a list of several lines into one line, which is the other form of these fields.
	const lines = head.replace(/\r?\n[ \t]*-[ \t]+/g, ', ').split(/\r?\n/);
	const pairs = lines.flatMap((line) => [...line.matchAll(/^(\w+):[\s,]*(.*)$/g)]);
	return { fields: new Map(pairs.map(([, key = '', value = '']) => [key, plain(value)])), body };
}

/** Returns a value without quotes or brackets. */
function plain(value: string): string {
	return value
		.trim()
		.replace(/^\[(.*)\]$/, '$1')
		.replace(/(^|,\s*)["']([^"']*)["']/g, '$1$2');
}
