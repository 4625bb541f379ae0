import type { LocalUser } from '../../rehearsal/github/local-github.ts';
import type { Person, PersonName } from '../protocol.ts';

interface Row extends LocalUser {
	readonly rights: string;
}

/** The accounts of the playground's GitHub. */
const rows: Readonly<Record<PersonName, Row>> = {
	maintainer: {
		...{ login: 'maintainer', id: 1001, permission: 'admin' },
		rights: 'Owns the repository. May start runs, and may approve and deny their steps.',
	},
	contributor: {
		...{ login: 'contributor', id: 1002, permission: 'write' },
		rights: 'Has write access. May start runs, but may not approve: the settings ask for a maintainer.',
	},
	stranger: {
		...{ login: 'octocat', id: 1003 },
		rights: 'Any account on GitHub. May comment, and nothing else.',
	},
	bot: {
		...{ login: 'release-helper[bot]', id: 1004, type: 'Bot' },
		rights: 'Another App that comments. Bots never give commands or approvals.',
	},
};

export const accounts: readonly LocalUser[] = Object.values(rows).map(({ rights: _rights, ...user }) => user);

export const people: readonly Person[] = (Object.entries(rows) as [PersonName, Row][]).map(
	([name, { login, rights }]) => ({ name, login, rights }),
);

export function loginOf(name: PersonName): string {
	return rows[name].login;
}
