/** Prow and its like: a line that begins so. In text every such line, as a backslash before a slash is not shown. */
const slashInText = /^([\s>]*)\/(?=[a-z])/i;
/** In code a path stays as it is, unless it begins like a command of ours. */
const slashInCode = /^([\s>]*)\/(?=(?:agent|approve|deny)\b|[a-z][\w-]*(?![\w./-]))/i;
/** branch-deploy and its like. */
const pointed =
	/^([\s>]*)(?=[.!](?:approve|build|deploy|help|lock|merge|noop|rebase|retest|rollback|run|stop|test|unlock|wcid)(?![\w./-]))/i;
/** bors; Jenkins and OpenStack; assistants that collect signatures. */
const spoken =
	/^([\s>]*)(?=bors[\s:]|jenkins[\s,:]|(?:re)?test this\b|retest\s*$|rerun tests\b|run tests\b|ok to test\b|add to whitelist\b|recheck\b|reverify\b|lgtm\s*$|i have read the (?:cla|dco)\b)(\w)/i;
/** Bots that obey a line which speaks to them; they read the raw text, so code does not keep them from it. */
const bots =
	/@(?=(?:allcontributors|bors|bors-ng|claude|codecov|coderabbitai|codex|copilot|dependabot|dependabot-preview|github-actions|greenkeeper|homu|k8s-ci-robot|kodiakhq|mergify|mergifyio|netlify|pre-commit-ci|renovate|renovatebot|rustbot|snyk-bot|sweep-ai|vercel)(?![\w-]|\.\w))/gi;
/** A commit's message with one of these starts no checks; a pull request's words become one when it is squashed. */
const skips = /\[((?:skip|no)[ -](?:actions|ci|checks|tests?|[a-z]{1,20})|[a-z]{1,20}[ -]skip)\]/gi;
const skipTrailer = /\bskip-checks:/gi;

/** A line of text that no other bot obeys. It looks the same to people. */
export function disobeyed(line: string): string {
	return line
		.replace(slashInText, '$1\\/')
		.replace(pointed, '$1\\')
		.replace(spoken, (_, before: string, first: string) => `${before}&#${first.charCodeAt(0)};`);
}

/** The same for a line of code, where nothing can be hidden from people: a backslash or a space shows. */
export function disobeyedCode(line: string): string {
	const broken = line.replace(slashInCode, '$1\\/').replace(pointed, '$1\\').replace(spoken, '$1\\$2');
	return addressingNobody(broken);
}

/** Words or code that speak to no bot. */
export function addressingNobody(text: string): string {
	return text.replace(bots, '@ ');
}

/** Words that skip no checks when they become the message of a commit. */
export function skippingNothing(text: string): string {
	return text.replace(skips, '($1)').replace(skipTrailer, (found) => `${found.slice(0, -1)} =`);
}

/** Whether a bot that reads raw text would obey a line of code. */
export function isObeyedCode(line: string): boolean {
	return [slashInCode, pointed, spoken].some((pattern) => pattern.test(line));
}

/** Code in which the sign before a bot's name is spelled out. */
export function spelledAddresses(text: string, spelled: (character: string) => string): string {
	return text.replace(bots, spelled);
}
