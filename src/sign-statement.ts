import type { Statement } from './job/index.ts';

/**
 * Signs a statement with the job's identity, at Sigstore for public repositories and at GitHub for others, and stores it with the repository
 * (GitHub, Artifact attestations). What does that is loaded only here. @throws what the services refuse.
 */
export async function signStatement(
	{ subject, predicateType, predicate }: Statement,
	token: string,
): Promise<string | undefined> {
	const { attest } = await import('@actions/attest');
	const subjects = [{ name: subject.name, digest: { sha256: subject.sha256 } }];
	const { attestationID } = await attest({ subjects, predicateType, predicate, token });
	// GitHub's answer has a number.
	return attestationID === undefined ? undefined : String(attestationID);
}
