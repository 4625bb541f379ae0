interface CredentialShape {
	/** The source of a case-insensitive pattern for the beginning of such values. Undefined if they have no fixed beginning. */
	readonly search: string | undefined;
	/** Matches whole values. Each pattern is linear, without nested repetition. */
	readonly values: readonly RegExp[];
}

/**
 * Credentials with a known shape, under the names that docs/redaction.md uses. Redaction hides their values. A search for the beginning of
 * such a value needs approval.
 */
export const credentialShapes = {
	'tokens of GitHub': {
		search: '\\bgh[opsur]_|github_pat',
		values: [
			/\bgh[pousr]_[A-Za-z0-9]{36,255}\b/g,
			// A token of an App installation in its newer form: the App's id and a signed token (GitHub changelog, April 2026).
			/\bghs_(?:\d{1,16}_)?eyJ[\w-]{16,2048}\.[\w-]{16,2048}\.[\w-]{16,1024}/g,
			/\bgithub_pat_[A-Za-z0-9_]{60,255}\b/g,
		],
	},
	'tokens of GitLab': { search: '\\bglpat', values: [/\bglpat-[\w-]{20,255}/g] },
	'tokens of Slack': { search: '\\bxox[abp]', values: [/\bxox[abp]-[A-Za-z0-9-]{20,255}/g] },
	// `npm_config_cache` and `npm_install` are names, and not tokens.
	'tokens of npm': { search: '\\bnpm_(?![a-z]+(_|\\b))', values: [/\bnpm_[A-Za-z0-9]{36}\b/g] },
	// Each token is a macaroon, so all of them begin with the same bytes.
	'tokens of PyPI': { search: '\\bpypi-AgE', values: [/\bpypi-AgE[\w-]{50,512}/g] },
	'keys of Anthropic': { search: '\\bsk[-_]ant', values: [/\bsk-ant-[A-Za-z0-9_-]{32,255}/g] },
	'keys of OpenAI': { search: '\\bsk[-_]proj', values: [/\bsk-proj-[A-Za-z0-9_-]{32,255}/g] },
	'keys of Stripe': { search: '\\bsk[-_](live|test)', values: [/\bsk_(?:live|test)_[A-Za-z0-9]{20,255}/g] },
	'key ids of AWS': { search: '\\bAKIA|\\bASIA', values: [/\bA[KS]IA[0-9A-Z]{16}\b/g] },
	'keys of Google': { search: '\\bAIza', values: [/\bAIza[\w-]{35}(?![\w-])/g] },
	'signed tokens (JWT)': {
		search: '\\beyJ',
		// See RFC 7519. The header and the claims are JSON objects, so both begin with `{"`.
		values: [/\beyJ[\w-]{10,256}\.eyJ[\w-]{10,4096}\.[\w-]{16,1024}/g],
	},
	'passwords in addresses': {
		search: undefined,
		values: [
			// For example in the address of a git remote. Short passwords are only examples, and `$` begins a variable.
			/(?<=\bhttps?:\/\/[^\s/?#@:]{0,128}:)[\w.~%+=-]{16,512}(?=@)/g,
			/(?<=\bhttps?:\/\/)(?=[^\s@]{0,256}\d)[\w-]{20,256}(?=@)/g,
		],
	},
	'private keys': {
		search: 'BEGIN[ \\w.*+\\\\[\\]]*(PRIVATE|OPENSSH|RSA|PGP)|PRIVATE KEY',
		values: [/-----BEGIN [A-Z ]{0,24}PRIVATE KEY-----[A-Za-z0-9+/=\s]{1,8192}/g],
	},
} as const satisfies Readonly<Record<string, CredentialShape>>;
