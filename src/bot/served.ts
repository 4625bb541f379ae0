import type { BotSettings } from '../config/index.ts';
import type { ApiConnection, Place } from './installation-api.ts';
import type { Refuse } from './refusals.ts';
import type { Runs } from './runs.ts';

/** The App, as GitHub knows it. */
export interface AppIdentity {
	readonly id: number;
	readonly slug: string;
	/** `<slug>[bot]`: the account that writes the App's comments. */
	readonly login: string;
}

/** What a handler works with: one repository of one installation. */
export interface Served {
	readonly connection: ApiConnection;
	readonly place: Place;
	readonly installation: number;
	readonly runs: Runs;
	readonly refuse: Refuse;
	readonly settings: Pick<BotSettings, 'appId' | 'privateKey' | 'label'>;
	/** Returns the App's own login. @throws CountersignError `github-unreachable` */
	login(): Promise<string>;
}
