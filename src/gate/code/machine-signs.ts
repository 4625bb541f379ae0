import { type Finding, opaque, stopsEveryProcess } from '../shell/program.ts';

const maxCode = 8_000;

/** A signal to the process `-1` goes to every process. */
const killsAll =
	/\b(?:os\.kill|os\.killpg|process\.kill|posix_kill|syscall\.Kill|unix\.Kill)\s*\(\s*-\s*1\b|\b(?:Process\.)?kill[\s(]+[:'"]?-?\w+['"]?\s*,\s*-\s*1\b/i;

const forks =
	/\b(?:os\.)?fork\b|\bpcntl_fork\b|\b(?:spawn|Popen|exec|system|run)\w*\(\s*\[?\s*(?:process\.(?:execPath|argv0?)|sys\.executable|\$0|__FILE__|\$\^X)/;
const endless =
	/\b(?:while|until)\s*\(?\s*(?:1|!0|0|true|false|not\s+0)\b|\bwhile\s*\(?\s*(?:os\.|pcntl_)?fork\b|\bfork\b\S*\s+while\b|\bloop\b|\bfor\s*\(\s*;[^;]*;|\bin\s+(?:iter\(|itertools\.(?:count|repeat|cycle))|\bsetInterval\b|\bforever\b|\bredo\b/i;

/** Returns signs that unknown code makes the machine unusable: a signal to every process, or an endless number of child processes. */
export function machineSigns(code: string): readonly Finding[] {
	const text = code.slice(0, maxCode);
	return [
		...(killsAll.test(text) ? [stopsEveryProcess] : []),
		...(forks.test(text) && endless.test(text)
			? [opaque('fork bomb: a program that starts itself again and again')]
			: []),
	];
}
