/**
 * A command of Prow and similar bots. In text, every line that begins with a slash and a letter is matched, because the added backslash is
 * not visible.
 */
const slashInText = /^([\s>]*)\/(?=[a-z])/i;
/** A command of such bots in code. A path does not match, unless it begins like one of our commands. */
const slashInCode = /^([\s>]*)\/(?=(?:agent|approve|deny)\b|[a-z][\w-]*(?![\w./-]))/i;
/** Commands of branch-deploy and similar bots. */
const pointed =
	/^([\s>]*)(?=[.!](?:approve|build|deploy|help|lock|merge|noop|rebase|retest|rollback|run|stop|test|unlock|wcid)(?![\w./-]))/i;
/** Commands of bors, Jenkins and OpenStack, and of bots that collect contributor agreements. */
const spoken =
	/^([\s>]*)(?=bors[\s:]|jenkins[\s,:]|(?:re)?test this\b|retest\s*$|rerun tests\b|run tests\b|ok to test\b|add to whitelist\b|recheck\b|reverify\b|lgtm\s*$|i have read the (?:cla|dco)\b)(\w)/i;
/** Mentions of bots that obey a line which mentions them. They read the raw text, so they also obey code. */
const bots =
	/@(?=(?:allcontributors|bors|bors-ng|claude|codecov|coderabbitai|codex|copilot|dependabot|dependabot-preview|github-actions|greenkeeper|homu|k8s-ci-robot|kodiakhq|mergify|mergifyio|netlify|pre-commit-ci|renovate|renovatebot|rustbot|snyk-bot|sweep-ai|vercel)(?![\w-]|\.\w))/gi;
/**
 * Words that stop the checks of a commit if its message contains them. The text of a pull request becomes such a message when it is
 * squashed.
 */
const skips = /\[((?:skip|no)[ -](?:actions|ci|checks|tests?|[a-z]{1,20})|[a-z]{1,20}[ -]skip)\]/gi;
const skipTrailer = /\bskip-checks:/gi;

/** Returns a line of text that no other bot obeys. It looks the same to people. */
export function disobeyed(line: string): string {
	return line
		.replace(slashInText, '$1\\/')
		.replace(pointed, '$1\\')
		.replace(spoken, (_, before: string, first: string) => `${before}&#${first.charCodeAt(0)};`);
}

/** Returns a line of code that no other bot obeys. In code, people see the added backslash or space. */
export function disobeyedCode(line: string): string {
	const broken = line.replace(slashInCode, '$1\\/').replace(pointed, '$1\\').replace(spoken, '$1\\$2');
	return addressingNobody(broken);
}

/** Returns a text that addresses no bot. */
export function addressingNobody(text: string): string {
	return text.replace(bots, '@ ');
}

/** Returns a text that skips no checks when it becomes the message of a commit. */
export function skippingNothing(text: string): string {
	return text.replace(skips, '($1)').replace(skipTrailer, (found) => `${found.slice(0, -1)} =`);
}

/** Returns whether a bot that reads raw text would obey a line of code. */
export function isObeyedCode(line: string): boolean {
	return [slashInCode, pointed, spoken].some((pattern) => pattern.test(line));
}

/** Returns code in which the `@` before a bot's name is spelled out. */
export function spelledAddresses(text: string, spelled: (character: string) => string): string {
	return text.replace(bots, spelled);
}
