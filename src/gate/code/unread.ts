import { type Finding, opaque, secret } from '../shell/program.ts';
import { isSecretName } from '../shell/state.ts';
import { constant } from '../shell/word.ts';

const maxCode = 8_000;
const maxLines = 20;

const wholeEnvironment =
	/getenv\(\s*\)|get_env\(\s*\)|\b(gci|dir|ls|Get-ChildItem|Get-Item)\s+env:\\?\*?\s*($|[|;)])|\b(array\s+(get|names)|parray)\s+(::)?env\b|GetEnvironmentVariables|getEnvironment\b/i;
const environmentObject = /\bENV\b(?!\[)/;
const variable = /\$(?:::)?env[(:]([a-z_]\w*)/gi;

const executes = /\b(iex|invoke-expression|source|eval|eval_string|include|include_string)\b/i;
const fetches = /DownloadString|DownloadFile|Invoke-WebRequest|Invoke-RestMethod|\b(iwr|irm|curl|wget)\b|https?:\/\//i;
const connects =
	/TCPClient|TcpListener|\bnew\s+(Server)?Socket\b|\[socket\s|\bsocket\s+-server\b|socketConnection|:gen_tcp|\bSockets\.connect/i;
const runs =
	/\b(iex|Invoke-Expression|ProcessBuilder|exec|execute|system|run|Runtime|os\.cmd)\b|Process\.Start|cmd\.exe|\/bin\/(ba|z)?sh/i;

const command =
	/^\s*(?:exec\s+)?(?:\/\S*\/)?(?:rm|dd|mkfs\S*|chmod|chown|sudo|doas|cat|curl|wget|git|sh|bash|zsh|find|mv|cp|shred|kill|nc|ncat|env|printenv|shutdown|reboot)\s+\S/;

/** What code of a language that the gate does not read shows of itself: it stays opaque beside that. */
export function unreadFindings(code: string): readonly Finding[] {
	const text = code.slice(0, maxCode);
	const names = [...text.matchAll(variable)].map((match) => match[1] ?? '').filter(isSecretName);
	return [
		...(wholeEnvironment.test(text) || environmentObject.test(text) ? [secret('the environment')] : []),
		...names.map((name) => secret(`$${name}`)),
		...(executes.test(text) && fetches.test(text)
			? [opaque('fetched code: what another machine answers is executed')]
			: []),
		...(connects.test(text) && runs.test(text)
			? [opaque('reverse shell: a shell, or what a connection says, runs on a connection to another machine')]
			: []),
		...linesOf(text).map((line): Finding => ({ find: 'shell', source: constant(line) })),
	];
}

/** Its statements and its texts that are command lines. */
function linesOf(code: string): readonly string[] {
	const texts = [...code.matchAll(/"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`/g)].map((match) => match.slice(1).join(''));
	const statements = code.split(/[;\n]/).map((one) => one.replace(/^\s*exec\s+/, ''));
	return [...new Set([...texts, ...statements])].filter((one) => command.test(one)).slice(0, maxLines);
}
