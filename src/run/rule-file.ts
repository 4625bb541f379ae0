/** A file of rules, and when they apply: to every task, to what its words say, or never unless a person names it. */
export interface Rule {
	readonly path: string;
	readonly text: string;
	readonly applies: 'always' | 'never' | (string & {});
}

/** How many rules for some files are named, and how much is said of each. Characters. */
const mostNamed = 40;
const longestScope = 200;

/** Whether a path is one of Cursor's or Copilot's files of rules. */
export function isRuleFile(path: string): boolean {
	return /^\.cursor\/rules\/.+\.mdc$|^\.github\/instructions\/.+\.instructions\.md$/.test(path);
}

/**
 * Reads a file of rules: `.mdc` of Cursor (cursor.com/docs/context/rules: `alwaysApply`, `globs`, `description`), `.instructions.md` of Copilot
 * (docs.github.com/en/copilot: `applyTo`).
 */
export function readRule({ path, text }: { readonly path: string; readonly text: string }): Rule {
	const { fields, body } = frontMatterOf(text);
	return { path, text: body, applies: path.endsWith('.mdc') ? cursorScope(fields) : copilotScope(fields) };
}

/** The rules that apply to some files or tasks only, as one text that names them; undefined where there is none. */
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

/** Line by line: `globs: *.ts` is common in these files and is no YAML. Undefined fields: there is no front matter. */
function frontMatterOf(text: string): { readonly fields?: ReadonlyMap<string, string>; readonly body: string } {
	const [, head, body] = /^---\r?\n([\s\S]*?)^---[ \t]*\r?$([\s\S]*)/m.exec(text) ?? [];
	if (head === undefined || body === undefined || !text.startsWith('---')) return { body: text };
	// A list becomes one line, as the other spelling of these fields is.
	const lines = head.replace(/\r?\n[ \t]*-[ \t]+/g, ', ').split(/\r?\n/);
	const pairs = lines.flatMap((line) => [...line.matchAll(/^(\w+):[\s,]*(.*)$/g)]);
	return { fields: new Map(pairs.map(([, key = '', value = '']) => [key, plain(value)])), body };
}

/** A value without its quotes or brackets. */
function plain(value: string): string {
	return value
		.trim()
		.replace(/^\[(.*)\]$/, '$1')
		.replace(/(^|,\s*)["']([^"']*)["']/g, '$1$2');
}
