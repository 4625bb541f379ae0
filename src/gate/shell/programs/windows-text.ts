import { looked, unlooked } from '../carried.ts';
import {
	destroy,
	environmentShown,
	type Finding,
	losesDisk,
	privilege,
	runsFetchedCode,
	stopsEveryProcess,
} from '../program.ts';

// The gate does not read PowerShell and `cmd`. It only looks for calls that do great harm.

const later = privilege('makes a Windows machine run a command later');
const guard = privilege('switches off a guard of a Windows machine');
const lostFiles = destroy('the files of a machine, a home or a checkout');

/** A folder that no build creates: a disk, the system, all homes, one whole home, or the whole current folder. */
const wholeFolder =
	/^(\w:[\\/]*(\*(\.\*)?)?|\w:[\\/]+(windows|program ?files( \(x86\))?|programdata|users)([\\/]+(\*(\.\*)?|system32.*)?)?|\w:[\\/]+users[\\/]+[\w.-]+[\\/]*\*?|\$\{?(env:)?(home|userprofile|systemroot|windir|systemdrive|homedrive|pwd|programfiles)\}?[\\/]*\*?|%(userprofile|systemroot|windir|systemdrive|homepath|homedrive|cd|programfiles)%[\\/]*\*?|~[\\/]*\*?|[\\/]+\*?|\.[\\/]*\*?|\*(\.\*)?|(\.[\\/]+)?\.git[\\/]*\*?|\/(etc|usr|bin|sbin|lib|lib64|var|boot|opt|dev|home|root)[\\/]*\*?)$/i;

/** A command begins here: at the start, or after a sign that ends another one. */
const start = String.raw`(?:^|[;|&({=\n]|\bthen\b|\bdo\b)\s*`;
const atStart = (names: string) => new RegExp(`${start}(?:${names})(?![\\w-])`, 'i');

const evaluates = new RegExp(`${start}(iex|invoke-expression)(?![\\w-])|\\[scriptblock\\]::create\\(`, 'i');
const fetches =
	/\.(download(string|data|file)|getstringasync)\b|\bnet\.webclient\b|(^|[;|&({=\s])(iwr|irm|curl|wget|invoke-webrequest|invoke-restmethod|start-bitstransfer)(\.exe)?\s/i;

/** What a call of PowerShell means, by the name of its command and by the words after it. */
const meanings: readonly (readonly [names: string, words: RegExp, means: Finding])[] = [
	['set-mppreference', /\s-disable\w+[\s:]+(\$true|true|1)\b/i, guard],
	['(add|set)-mppreference', /\s-exclusion\w+/i, guard],
	['set-netfirewallprofile', /\s-enabled[\s:]+(\$?false|0)\b/i, guard],
	['(stop|set|remove)-service|spsv', /\b(windefend|mpssvc|wscsvc|sense|eventlog|wuauserv)\b/i, guard],
	['(clear|remove|limit)-eventlog', /./, guard],
	['register-scheduledtask|register-scheduledjob|schtasks', /^\S+(?!.*\s\/query)/i, later],
	['(new|set)-itemproperty|sp|reg', /currentversion\W?run(once)?\b|\bwinlogon\b|image file execution/i, later],
	['new-service', /./, later],
	['format-volume|clear-disk|initialize-disk|remove-partition', /./, losesDisk],
	['(stop|restart)-computer', /./, privilege('stops the machine')],
	['gci|dir|ls|get-childitem|get-item|gi', /^\S+\s+(-path\s+)?env:[\\/*]*\s*($|[;|)])/i, environmentShown],
];

/** Returns the findings about a text of PowerShell. Text between quotes is only data, unless PowerShell computes it. */
export function powershellFindings(code: string): readonly Finding[] {
	const text = looked(code).replaceAll('`', '');
	if (/(^|\s)-whatif\b/i.test(text)) return [];
	const bare = text.replace(/'[^']*'/g, "''").replace(/"[^"$]*"/g, '""');
	const runsFetched = evaluates.test(bare) && fetches.test(bare) ? [runsFetchedCode] : [];
	const calls = callsIn(bare);
	const meant = meanings.filter(([names, words]) => {
		const isCalled = new RegExp(`^(?:${names})(\\.exe)?(?![\\w-])`, 'i');
		return calls.some((call) => isCalled.test(call) && words.test(call));
	});
	return [
		...unlooked(code),
		...runsFetched,
		...meant.map(([, , means]) => means),
		...(removesAll(text) ? [lostFiles] : []),
		...(stops.test(bare) ? [stopsEveryProcess] : []),
	];
}

/** Processes that nothing selects, each of which is stopped. */
const stops = new RegExp(`${start}(get-process|gps|ps)\\s*\\|\\s*(stop-process|spps|kill)(?![\\w-])`, 'i');
const removes = atStart('remove-item|rm|ri|rd|rmdir|del|erase');
const lists = atStart('get-childitem|gci|dir|ls');
const recursive = /\s-r(e(c(u(r(se?)?)?)?)?)?(f|:\$true)?(\s|$)/i;

/** Returns whether a call removes a whole folder, or all files that a call lists there. */
function removesAll(text: string): boolean {
	const statements = text.split(/[;\n]/);
	return statements.some((statement) => {
		if (!removes.test(statement) || !recursive.test(statement)) return false;
		const piped = statement.split('|');
		const lister = piped.length === 2 && lists.test(piped[0] ?? '') ? (piped[0] ?? '') : undefined;
		const isRemoved = (call: string) => removes.test(call) && recursive.test(call);
		if (lister !== undefined && isRemoved(piped[1] ?? '')) return recursive.test(lister) && namesWhole(lister);
		return piped.some((call) => isRemoved(call) && namesWhole(call));
	});
}

/** Options whose value is a word, but not a path to remove. */
const choosing = /^-(filter|include|exclude|errora\w*|ea|name|depth|stream|credential)$/i;

function namesWhole(call: string): boolean {
	const words = [...call.matchAll(/'([^']*)'|"([^"]*)"|([^\s,'"(){}]+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
	if (words.some((word) => /^-(include|exclude|filter)$/i.test(word))) return false;
	return words.some((word, i) => i > 0 && !choosing.test(words[i - 1] ?? '') && wholeFolder.test(word));
}

function callsIn(text: string): readonly string[] {
	return text.split(/[;|&({})\n]|=\s/).map((call) => call.trim());
}

/** Returns the findings about a command line of `cmd`. */
export function cmdFindings(line: string): readonly Finding[] {
	const calls = looked(line)
		.split(/[&|\n]+/)
		.map((call) => call.trim().replace(/^@/, ''));
	return calls.flatMap((call): readonly Finding[] => {
		const words = [...call.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
		const [name = '', ...rest] = words;
		const verb = name.toLowerCase();
		const paths = rest.filter((word) => !/^\/{1,2}\w(:\S*)?$/.test(word));
		const isDeep = rest.some((word) => /^\/{1,2}s$/i.test(word));
		if (/^(rd|rmdir|del|erase)$/.test(verb)) return isDeep && paths.some(isWhole) ? [lostFiles] : [];
		if (verb === 'set' && rest.length === 0) return [environmentShown];
		return /^format(\.com)?$/.test(verb) && paths.some((word) => /^\w:[\\/]?$/.test(word)) ? [losesDisk] : [];
	});
}

const isWhole = (path: string) => wholeFolder.test(path);
