/** The port of the network proxy inside the sandbox, so no service can use this port. */
export const wayOutPort = 47_128;

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\]):(\d{1,5})$/i;
/** The lowest port on which a process in the sandbox may listen. */
const leastPort = 1_024;

/** A port of the job's own loopback, or the reason why a text does not name such a port. */
export type ServicePort = { readonly ok: true; readonly port: number } | { readonly ok: false; readonly why: string };

/** Reads `localhost:5432`, `127.0.0.1:5432` or `[::1]:5432`. */
export function readService(text: string): ServicePort {
	const [, digits] = loopback.exec(text) ?? [];
	if (digits === undefined) return { ok: false, why: notLoopback(text) };
	const port = Number(digits);
	if (port > 65_535) return { ok: false, why: `${port} is no port; ports end at 65535` };
	if (port < leastPort)
		return {
			ok: false,
			why: `port ${port} is below ${leastPort}, where nothing in the sandbox may listen; map the service to a higher port`,
		};
	if (port === wayOutPort)
		return { ok: false, why: `port ${port} is the sandbox's own; map the service to another port` };
	return { ok: true, port };
}

function notLoopback(text: string): string {
	const named = /^[^:]+:\d+$/.test(text)
		? `\`${text}\` is not on the loopback of the job; map the service to a port of the runner, and write that port as`
		: 'must be a port of the loopback of the job, such as';
	return `${named} \`localhost:5432\``;
}

/** Returns the name of a service, in the form that journals and people see. */
export function serviceName(port: number): string {
	return `localhost:${port}`;
}
