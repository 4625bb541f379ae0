import { names } from './language.ts';
import { isAssignment, isMark } from './reader.ts';
import { closingToken, type Part, type Token } from './tokens.ts';

/** Methods of values that read, write, run or connect. A class in the code may have a method with the same name. */
export const acting = names(`
	exec execFile execFileSync execSync spawn spawnSync fork eval call apply bind constructor createServer listen connect createConnection request
	createWriteStream createReadStream rename renameSync copyFile copyFileSync cp cpSync mkdir mkdirSync mkdtemp mkdtempSync symlink symlinkSync
	link linkSync chmod chmodSync chown chownSync truncate truncateSync open openSync openAsBlob writeSync writeFile writeFileSync appendFile appendFileSync
	readFile readFileSync readdir readdirSync opendir readlink rm rmSync rmdir rmdirSync unlink unlinkSync utimes watch watchFile kill dlopen binding _linkedBinding
	runInThisContext runInNewContext runInContext compileFunction createRequire require import load register run getReport setFlagsFromString
	getBuiltinModule mainModule loadEnvFile exit abort reallyExit lookup resolve4 resolveTxt defineProperty setPrototypeOf
	chdir execve openStdin setuid setgid _debugProcess`);

/** The characters before the name of a method in a class or an object. */
const before = /^[{};,]$/;
const modifier = /^(static|async|get|set)$/;
const statement =
	/^(if|for|while|switch|catch|function|with|return|await|do|else|of|in|new|typeof|void|delete|yield|throw|case)$/;

/**
 * Returns the code with methods as functions: `inc() { … }` becomes `function inc() { … }`, and `this.#x` becomes `this.x`. Threat: a
 * call before a block looks the same. Therefore a name that the language knows stays a call.
 */
export function withFunctions(tokens: readonly Token[], isKnown: (name: string) => boolean): readonly Token[] {
	return tokens.flatMap((token, i): readonly Token[] => {
		const next = tokens[i + 1];
		if (isMark(token, '#') && next?.kind === 'word' && !next.spaced) return [];
		if (token.kind !== 'word') return [token];
		if (modifier.test(token.text) && next?.kind === 'word' && isMethod(tokens, i + 1, isKnown)) return [];
		if (!isMethod(tokens, i, isKnown)) return [token];
		return [{ ...token, text: 'function' }, token.text === 'constructor' ? { ...token, text: 'made' } : token];
	});
}

function isMethod(tokens: readonly Token[], i: number, isKnown: (name: string) => boolean): boolean {
	const token = tokens[i];
	if (token?.kind !== 'word' || !isMark(tokens[i + 1], '(') || statement.test(token.text)) return false;
	if (token.text !== 'constructor' && isKnown(token.text)) return false;
	let from = i - 1;
	while (from >= 0 && (isWord(tokens[from], modifier) || isMark(tokens[from], '*') || isMark(tokens[from], '#')))
		from--;
	const start = tokens[from];
	if (start === undefined || start.kind !== 'mark' || !before.test(start.text)) return false;
	const end = closingOf(tokens, i + 1);
	return end !== undefined && isMark(tokens[end + 1], '{');
}

function closingOf(tokens: readonly Token[], open: number): number | undefined {
	let depth = 0;
	for (let i = open; i < tokens.length && i - open < 200; i++) {
		const token = tokens[i];
		if (token?.kind !== 'mark') continue;
		if (/^[([{]$/.test(token.text)) depth++;
		else if (/^[)\]}]$/.test(token.text) && --depth === 0) return i;
	}
	return undefined;
}

function isWord(token: Token | undefined, pattern: RegExp): boolean {
	return token?.kind === 'word' && pattern.test(token.text);
}

/**
 * Returns `this` if it may be more than the object of a method: outside the body of a class, without a member, or with a member that the
 * code does not set. Threat: outside a class, `this` may be the global object, and `this.eval` runs text. A method that gets signals has
 * the process as `this`, and `this.env` is the environment.
 */
export function thisAlone(
	tokens: readonly Token[],
	methods: ReadonlySet<string>,
	own = membersIn(tokens, methods),
	isInClass = false,
): string | undefined {
	const ends: number[] = [];
	for (const [i, token] of tokens.entries()) {
		if (isWord(token, /^class$/) && !isMark(tokens[i - 1], '.')) ends.push(classEnd(tokens, i));
		const isOfClass = isInClass || ends.some((end) => i < end);
		const isOutside = (part: Part) => Array.isArray(part) && thisAlone(part, methods, own, isOfClass) !== undefined;
		if ((token.parts ?? []).some(isOutside)) return 'this';
		if (!isWord(token, /^this$/)) continue;
		const name = tokens[i + 2];
		const isMember = isMark(tokens[i + 1], '.') || isMark(tokens[i + 1], '?.');
		if (!isOfClass || !isMember || name?.kind !== 'word') return 'this';
		if (!own.has(name.text) || acting.has(name.text) || name.text === 'env') return `this.${name.text}`;
	}
	return undefined;
}

/** Members that an error has. */
const ofErrors = ['message', 'name', 'stack', 'cause', 'code'];

/** Returns the names of harmless methods, and the names that the code sets or defines. */
function membersIn(tokens: readonly Token[], methods: ReadonlySet<string>): ReadonlySet<string> {
	const set = tokens.flatMap(({ kind, text }, i) => {
		const [before, next] = [tokens[i - 1], tokens[i + 1]];
		const isField =
			next?.kind === 'mark' && /^[;}]$/.test(next.text) && before?.kind === 'mark' && /^[{;}#]$/.test(before.text);
		return kind === 'word' && (isAssignment(next) || isWord(before, /^(function|static)$/) || isField) ? [text] : [];
	});
	return new Set([...methods, ...ofErrors, ...set]);
}

/** Returns the position of the end of a class. */
function classEnd(tokens: readonly Token[], at: number): number {
	const open = tokens.findIndex((token, i) => i > at && isMark(token, '{'));
	return open < 0 ? tokens.length : closingToken(tokens, open);
}
