import type { ApprovalSettings } from '../core/index.ts';
import { badConfig } from './config-text.ts';
import { type Weighed, type Words, weigh, writtenAt } from './weigh.ts';

type Settings = ApprovalSettings | undefined;
type Who = Pick<ApprovalSettings, 'roles' | 'people' | 'teams'>;

const larger = (key: 'signatures' | 'critical'): Weighed<number> => ({
	path: ['approvals', key],
	loosen: 'approvals',
	of: ({ approvals }) => approvals?.[key],
	stricter: Math.max,
});

const either = (key: string, setting: 'notRequester' | 'codeowners' | 'requireIds'): Weighed<boolean> => ({
	path: ['approvals', key],
	loosen: 'approvals',
	of: ({ approvals }) => approvals?.[setting],
	stricter: (own, above) => own || above,
});

/**
 * Combines the rules of both files for approvers. If both list different people, there are two conditions, and each needs an approval.
 * @throws CountersignError `bad-config` if a list has fewer people than required approvals.
 */
export function approvalsUnder(words: Words): { readonly value: Settings; readonly warnings: readonly string[] } {
	const { repository, organization } = words;
	const [own, above] = [repository.config.approvals, organization.config.approvals];
	if (own === undefined || above === undefined || organization.loosen.has('approvals'))
		return { value: own ?? above, warnings: [] };
	const numbers = { signatures: weigh(larger('signatures'), words), critical: weigh(larger('critical'), words) };
	const switches = {
		notRequester: weigh(either('not_requester', 'notRequester'), words),
		codeowners: weigh(either('codeowners', 'codeowners'), words),
		requireIds: weigh(either('require_ids', 'requireIds'), words),
	};
	const value: ApprovalSettings = {
		...whoUnder(words, { own, above }),
		signatures: numbers.signatures.value ?? own.signatures,
		critical: numbers.critical.value ?? own.critical,
		notRequester: switches.notRequester.value ?? own.notRequester,
		codeowners: switches.codeowners.value ?? own.codeowners,
		requireIds: switches.requireIds.value ?? own.requireIds,
	};
	refuseImpossible(value, words);
	const all = [...Object.values(numbers), ...Object.values(switches)];
	return { value, warnings: all.flatMap(({ warnings }) => warnings) };
}

function whoUnder(
	{ repository, organization }: Words,
	{ own, above }: { readonly own: Who; readonly above: Who },
): Who & Pick<ApprovalSettings, 'organization'> {
	const { roles, people, teams } = own;
	if (!namesWho(organization.lineOf)) return { roles, people, teams };
	const theirs = { roles: above.roles, people: above.people, teams: above.teams };
	if (!namesWho(repository.lineOf) || keyOf(own) === keyOf(theirs)) return theirs;
	const why = writtenAt(['approvals'], organization);
	return { roles, people, teams, organization: { ...theirs, why } };
}

function namesWho(lineOf: (path: readonly string[]) => number | undefined): boolean {
	return ['role', 'people', 'teams'].some((key) => lineOf(['approvals', key]) !== undefined);
}

function keyOf({ roles, people, teams }: Who): string {
	return JSON.stringify([roles, people.map(({ id }) => id), teams]);
}

/** Refuses a number of approvals that is higher than the number of possible approvers. Otherwise the request could never be approved. */
function refuseImpossible(settings: ApprovalSettings, { repository, organization }: Words): void {
	const most = Math.max(settings.signatures, settings.critical);
	const lists = [settings, ...(settings.organization === undefined ? [] : [settings.organization])];
	const closed = lists.filter(({ roles, teams }) => roles.length + teams.length === 0);
	const fewest = Math.min(...closed.map(({ people }) => new Set(people.map(({ id }) => id)).size));
	if (fewest >= most) return;
	const both = `${writtenAt(['approvals'], repository)} and ${writtenAt(['approvals'], organization)} together`;
	const line = repository.lineOf(['approvals']) ?? 1;
	const what = `\`approvals\`: ${both} need ${most} approvals, but one of them names only ${fewest} people`;
	throw badConfig(repository.file, line, what);
}
