import type { Clause } from '../core/index.ts';
import { mayAnswer, type PersonFacts, plainClause } from './requirement.ts';

/** Somebody's yes, as the journal keeps it. */
export interface Signature {
	readonly user_id: number;
	/** Of which clauses; of the only one when left out. */
	readonly clauses?: readonly number[];
}

/** The clauses of a request; those from before there were any asked for one person with write access. */
export function clausesOf({ needs }: { readonly needs?: readonly Clause[] }): readonly Clause[] {
	return needs === undefined || needs.length === 0 ? [plainClause] : needs;
}

/** The indexes of the clauses that this person's signature counts for. */
export function signableBy(clauses: readonly Clause[], person: PersonFacts): readonly number[] {
	return clauses.flatMap((clause, index) => (mayAnswer(clause, person) ? [index] : []));
}

/** What is still to be signed, each clause with the number of people that it lacks. Nobody counts twice. */
export function unsigned(clauses: readonly Clause[], signatures: readonly Signature[]): readonly Clause[] {
	return clauses.flatMap((clause, index) => {
		const signers = signatures.filter(({ clauses: signed = [0] }) => signed.includes(index));
		const left = clause.count - new Set(signers.map((signer) => signer.user_id)).size;
		return left > 0 ? [{ ...clause, count: left }] : [];
	});
}
