import { parseDocument, YAMLSeq } from 'yaml';
import type { Project } from './project.ts';

/** Returns the configuration that `init` wrote, but with the setup that the project's maintainers would write. */
export function withOwnSetup(text: string, setup: Project['setup']): string {
	const config = parseDocument(text);
	if (setup.length === 0) config.delete('setup');
	else config.set('setup', config.createNode(setup.map(({ run, hosts }) => ({ run, hosts }))));
	return config.toString({ lineWidth: 0 });
}

/** Returns every host that a configuration allows, for a setup command or for all commands. */
export function hostsIn(text: string): readonly string[] {
	const config = parseDocument(text).toJS() as {
		readonly setup?: readonly (string | { readonly hosts?: readonly string[] })[];
		readonly sandbox?: { readonly hosts?: readonly (string | { readonly host: string })[] };
	};
	const ofSetup = (config.setup ?? []).flatMap((one) => (typeof one === 'string' ? [] : (one.hosts ?? [])));
	const ofAll = (config.sandbox?.hosts ?? []).map((one) => (typeof one === 'string' ? one : one.host));
	return [...new Set([...ofSetup, ...ofAll])];
}

/**
 * Allows hosts that have a private address on this machine, such as a company's mirror of a registry. `sandbox.hosts` marks each of them
 * and gives the reason. The setup does not change.
 */
export function withPrivateHosts(text: string, hosts: readonly string[]): string {
	if (hosts.length === 0) return text;
	const config = parseDocument(text);
	const standing = hostsIn(text).filter((host) => !hosts.includes(host) && isStanding(text, host));
	const because = 'This machine reaches it by a mirror.';
	config.setIn(
		['sandbox', 'hosts'],
		config.createNode([...standing, ...hosts.map((host) => ({ host, private: true, because }))]),
	);
	return config.toString({ lineWidth: 0 });
}

function isStanding(text: string, host: string): boolean {
	const sandbox = parseDocument(text).getIn(['sandbox', 'hosts']);
	return sandbox instanceof YAMLSeq && (sandbox.toJSON() as unknown[]).includes(host);
}
