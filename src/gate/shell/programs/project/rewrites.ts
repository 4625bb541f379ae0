import { configWrite, effect, type Finding, type Scope } from '../../program.ts';
import { holdsObeyed, pathOf, writes } from '../../roles.ts';
import { meantBy } from '../../tool-patterns.ts';
import { constant, type Word } from '../../word.ts';

const scripts = 'js,jsx,mjs,cjs,ts,tsx,mts,cts,vue,svelte';

/** The endings of each language's files. A formatter or fixer changes no other files. */
export const endings = {
	go: 'go',
	rust: 'rs',
	python: 'py,pyi',
	scripts,
	web: `${scripts},json,jsonc,json5,css,scss,less,html,md,mdx,yaml,yml,graphql,hbs`,
	styles: 'css,scss,sass,less',
	markdown: 'md,mdx,markdown',
	snapshots: `snap,${scripts}`,
	c: 'c,cc,cpp,cxx,h,hh,hpp,hxx,m,mm,proto,java,cs',
	csharp: 'cs,vb,fs',
	jvm: 'java,kt,kts,scala,sc,sbt,groovy',
	swift: 'swift',
	ruby: 'rb,rake,erb,haml,gemspec',
	php: 'php,phtml',
	beam: 'ex,exs,heex,eex,erl,hrl,gleam',
	shell: 'sh,bash,bats,mksh,zsh',
	lua: 'lua,luau',
	terraform: 'tf,tfvars,tofu,hcl',
	toml: 'toml',
	proto: 'proto',
	nix: 'nix',
	dart: 'dart',
	zig: 'zig,zon',
	crystal: 'cr',
	solidity: 'sol',
	haskell: 'hs,lhs',
	ocaml: 'ml,mli',
	templates: 'html,jinja,j2,djhtml,twig',
	sql: 'sql',
} as const;

/**
 * Returns the files that a formatter or fixer changes in place: the given files, and in given folders the files of its languages. The
 * pattern for a folder leaves out hidden folders. A named hidden folder, such as `.github`, is a write to files that are obeyed later.
 */
export function rewrites(words: readonly Word[], files: string, scope: Scope): readonly Finding[] {
	const named = words.length === 0 ? [constant('.')] : words.flatMap(changedBy);
	return [{ find: 'trait', trait: 'reformats' }, ...named.flatMap((word) => rewritten(word, files, scope))];
}

/** Returns the names and patterns that a pattern means. As with a folder, hidden files that only the last wildcard matches are left out. */
function changedBy(word: Word): readonly Word[] {
	return meantBy(word).filter((one) => one === word || !/(^|\/)\.\*[^/]*$/.test(one.text));
}

function rewritten(word: Word, files: string, scope: Scope): readonly Finding[] {
	if (word.text === '-') return [];
	// In Go, `./...` is a folder with everything below it.
	const named = word.known ? { ...word, ...constant(word.text.replace(/(^|\/)\.\.\.$/, '') || '.') } : word;
	const path = pathOf(named, scope);
	if (path === undefined || isFile(path, scope)) return writes(word, scope).map((finding) => seen(finding));
	const ending = files.includes(',') ? `{${files}}` : files;
	const below = path === '.' ? `**/*.${ending}` : `${path.replace(/\/$/, '')}/**/*.${ending}`;
	return [holdsObeyed(path) ? configWrite(below) : effect({ kind: 'write', path: below })];
}

function isFile(path: string, { facts }: Scope): boolean {
	if (path === '.' || facts.isDirectory?.(path.startsWith('/') ? path : `${facts.root}/${path}`) === true) return false;
	return facts.readText(path) !== undefined || /(^|\/)[^/]+\.\w+$|[*?[]/.test(path);
}

/**
 * Returns the finding for a written pattern. Threat: a pattern in a hidden folder, such as `.github/**\/*.yml`, matches files that tools
 * obey later, without naming them.
 */
function seen(finding: Finding): Finding {
	if (finding.find !== 'effect' || finding.effect.kind !== 'write') return finding;
	const { path } = finding.effect;
	const fixed = path.slice(0, path.search(wildcard)).replace(/\/?[^/]*$/, '');
	const isHidden = wildcard.test(path) && (/(^|\/)\.[^/]*[*?[{]/.test(path) || (fixed !== '' && holdsObeyed(fixed)));
	return isHidden ? configWrite(path) : finding;
}

const wildcard = /[*?[{]/;
