import { isCredential, isExecutedLater } from '../sensitive.ts';
import { destroyedByStatement } from '../shell/destroying-statements.ts';
import {
	destroy,
	environmentShown,
	type Finding,
	opaque,
	runsFetchedCode,
	type Scope,
	secret,
} from '../shell/program.ts';
import { deletes, pathOf, writes } from '../shell/roles.ts';
import { constant } from '../shell/word.ts';
import { isCommandLine, type KnownPrograms } from './command-lines.ts';
import { environmentFindings } from './environment-reads.ts';
import { machineSigns } from './machine-signs.ts';

const maxCode = 8_000;
const maxLines = 20;

const wholeEnvironment =
	/getenv\(\s*\)|get_env\(\s*\)|\b(gci|dir|ls|Get-ChildItem|Get-Item)\s+env:\\?\*?\s*($|[|;)])|\b(array\s+(get|names)|parray)\s+(::)?env\b|GetEnvironmentVariables|getEnvironment\b|\$env\b(?![.:\w(])|__xonsh__\.env|\bset\s+-gx?x\s*$/i;

const executes = /\b(iex|invoke-expression|source|eval|eval_string|include|include_string)\b/i;
const fetches = /DownloadString|DownloadFile|Invoke-WebRequest|Invoke-RestMethod|\b(iwr|irm|curl|wget)\b|https?:\/\//i;
const connects =
	/TCPClient|TcpListener|\bnew\s+(Server)?Socket\b|\[socket\s|\bsocket\s+-server\b|socketConnection|:gen_tcp|\bSockets\.connect/i;
const runs =
	/\b(iex|Invoke-Expression|ProcessBuilder|exec|execute|system|run|Runtime|os\.cmd)\b|Process\.Start|cmd\.exe|\/bin\/(ba|z)?sh/i;

const removes =
	/\b(?:unlink|file\.remove|(?:file|dir)_delete|rm_rf|rmdir|rm|removeItem|remove(?:Directory|Path)\w*|delete(?:Directory|Dir|Recursively|Tree|File)\w*|remove_dir_all|Remove-Item|ri|rd|del|erase|file\s+delete|del_dir_r|del_dir|Files\.delete\w*|remove_all|rmtree|rm-rf|delete-(?:file|directory|tree)\S*)\b|\]?::Delete\b|\.delete\(\)/i;
const overwrites =
	/\b(?:writeLines|write\w*|append\w*|sink|cat\(.*file|open|File\.(?:write|open|cp)\S*|file\.(?:copy|append|create)|file\s+(?:copy|rename|link)|Set-Content|Add-Content|Out-File|Copy-Item|Move-Item|New-Item|spit|putStr\w*|createFile)\b/i;

/** Names of the home in many languages. */
const home =
	/\bhomedir\(\)|user_home|NSHomeDirectory|homeDirectoryForCurrentUser|getHomeDirectory|\buser\.home\b|\bDir\.home\b|path_home\(|\bfs\/home\b|Path\.home\b|["'(:[]\s*HOME["')\]]|\$env:(?:HOME|USERPROFILE)\b|\$\{?HOME\b|::UserProfile\b/i;
/** Names of the working directory in many languages. */
const here =
	/\bgetwd\(\)|\bpwd\(\)|\[pwd\]|\bcwd!?\(\)|currentDirectory|CurrentDirectory|Get-Location|\$PWD\b|\buser\.dir\b/;

/** Returns the findings in code of a language that the gate cannot read. Such code is also opaque. */
export function unreadFindings(code: string, scope: Scope & KnownPrograms): readonly Finding[] {
	const text = code.slice(0, maxCode);
	return [
		...(wholeEnvironment.test(text) ? [environmentShown] : []),
		...environmentFindings(text),
		...(executes.test(text) && fetches.test(text) ? [runsFetchedCode] : []),
		...(connects.test(text) && runs.test(text)
			? [opaque('reverse shell: another machine gets a shell, or sends commands that run here')]
			: []),
		...machineSigns(text),
		...text.split(/[;\n]/).flatMap((statement) => [...touched(statement, scope), ...sent(statement)]),
		...linesOf(text, scope).map((line): Finding => ({ find: 'shell', source: constant(line), guessed: true })),
	];
}

const sends = /exec|query|sql|\brun|batch|update|send|stmt|repo\b/i;

/** Returns the data in a database that a statement destroys with a string that it sends there. */
function sent(statement: string): readonly Finding[] {
	if (!sends.test(statement)) return [];
	const what = textsOf(statement)
		.map((one) => destroyedByStatement(one))
		.find((one) => one !== undefined);
	return what === undefined ? [] : [destroy(`${what} by code`), { find: 'trait', trait: 'database' }];
}

function textsOf(code: string): readonly string[] {
	return [...code.matchAll(/"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`/g)].map((match) => match.slice(1).join(''));
}

/** Returns the places that a statement names if it removes or writes, and the credentials that it names without quotes. */
function touched(statement: string, scope: Scope): readonly Finding[] {
	const hidden = [...statement.matchAll(/(?<=[\w)]\s)\.[\w.-]{2,80}(?![\w(])/g)].map(([text]) => text);
	const named = [...statement.matchAll(/(?<![\w.)\]])(?:~|\/|\.{1,2}(?=[/"'\s)]))[^\s"'`;,(){}[\]]*/g)].map(
		([text]) => text,
	);
	const credentials = [...named, ...hidden].filter((text) => /[./]\w/.test(text) && isCredential(text)).map(secret);
	const places = [
		...named,
		...(home.test(statement) ? [scope.facts.home] : []),
		...(here.test(statement) ? [scope.cwd ?? '.'] : []),
	].map((text) => constant(text.replace(/^~(?=\/|$)/, scope.facts.home)));
	const deleted = removes.test(statement) ? places.flatMap((word) => deletes(word, scope, true)) : [];
	const written = overwrites.test(statement)
		? places.filter((word) => isExecutedLater(pathOf(word, scope) ?? word.text)).flatMap((word) => writes(word, scope))
		: [];
	return [...credentials, ...deleted, ...written];
}

/** Tcl has its own command `file`, which is also the name of a program. */
const ofTcl = /^\s*file\s+(?:copy|delete|exists|join|link|mkdir|rename)\b/;

/**
 * Returns the statements and strings that are command lines. Short statements, and strings that something runs, do not need the typical
 * characters of a command line.
 */
function linesOf(code: string, programs: KnownPrograms): readonly string[] {
	const lines = code.split(/[;\n]/).flatMap((statement) => {
		const texts = textsOf(statement);
		const isShort = statement.trim().split(/\s+/, 4).length < 4;
		return [
			...texts.filter((one) => isCommandLine(one, programs, runs.test(statement))),
			...[statement].filter((one) => !ofTcl.test(one) && isCommandLine(one, programs, isShort)),
		];
	});
	return [...new Set(lines)].map((one) => one.replace(/^\s*exec\s+/, '')).slice(0, maxLines);
}
