import type { Statement } from './job/index.ts';

/**
 * Signs a statement with the job's identity, at Sigstore for public repositories and at GitHub for others. Stores it with the repository
 * (GitHub, Artifact attestations), and returns its id. The library is loaded only here. @throws if the services refuse.
 */
export async function signStatement(
	{ subject, predicateType, predicate }: Statement,
	token: string,
): Promise<string | undefined> {
	const { attest } = await import('@actions/attest');
	const subjects = [{ name: subject.name, digest: { sha256: subject.sha256 } }];
	const { attestationID } = await attest({ subjects, predicateType, predicate, token });
	// The id in GitHub's answer is a number.
	return attestationID === undefined ? undefined : String(attestationID);
}
