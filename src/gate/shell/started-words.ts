import type { Word } from './word.ts';

/**
 * Programs that show the environment, run code, start others, or change and send what they get. If an option only offers a choice, its
 * values rarely have such names.
 */
const telling =
	/^(env|printenv|envsubst|(ba|da|z|k|mk|c|tc|fi|a|pw)?sh|busybox|toybox|eval|exec|source|xargs|parallel|sudo|doas|su|nohup|setsid|strace|ltrace|gdb|lldb|valgrind|dd|rm|mv|cp|ln|tee|shred|truncate|unlink|chmod|chown|curl|wget|nc|ncat|netcat|socat|ssh|scp|sftp|rsync|telnet|python[23]|pypy3?|nodejs|luajit|tclsh|expect|osascript|git|npx|bunx|pnpx|kill|pkill|killall)$/;

/** Parts of the name of an option whose value is a program or a hook. */
const starting =
	/(^|[-._])(run-?tool|tool|cmd|command|exec|executable|binary|interpreter|shell|hooks?|program|launcher|wrapper|linker|compiler|use)($|[-._])/i;

/**
 * Returns whether a word after an option may be a program that the option starts. Threat: `--test-cmd printenv` shows the environment,
 * although a word without a dot or a slash looks like a simple choice.
 */
export function mayStart(option: string, { text }: Word): boolean {
	if (!/^[A-Za-z][\w+-]*$/.test(text)) return false;
	return telling.test(text) || starting.test(option.replace(/([a-z])([A-Z])/g, '$1-$2'));
}
