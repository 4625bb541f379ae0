import type { Clause } from '../core/index.ts';
import { mayAnswer, type PersonFacts, plainClause } from './requirement.ts';

/** A person's approval, as the journal keeps it. */
export interface Signature {
	readonly user_id: number;
	/** The indexes of the signed clauses. If left out, the request has only one clause. */
	readonly clauses?: readonly number[];
}

/** Returns the clauses of a request. A request without clauses needs one person with write access. */
export function clausesOf({ needs }: { readonly needs?: readonly Clause[] }): readonly Clause[] {
	return needs === undefined || needs.length === 0 ? [plainClause] : needs;
}

/** Returns the indexes of the clauses that this person may sign. */
export function signableBy(clauses: readonly Clause[], person: PersonFacts): readonly number[] {
	return clauses.flatMap((clause, index) => (mayAnswer(clause, person) ? [index] : []));
}

/** Returns the clauses that still need signatures, with the number of missing people. One person counts only once for the same clause. */
export function unsigned(clauses: readonly Clause[], signatures: readonly Signature[]): readonly Clause[] {
	return clauses.flatMap((clause, index) => {
		const signers = signatures.filter(({ clauses: signed = [0] }) => signed.includes(index));
		const left = clause.count - new Set(signers.map((signer) => signer.user_id)).size;
		return left > 0 ? [{ ...clause, count: left }] : [];
	});
}
