import type { RecordedEvent } from '../../rehearsal/github/recording.ts';
import type { Deviation } from './deviation.ts';
import { type JsonObject, objectOf, textOf } from './json.ts';
import { Validator } from './validator.ts';

/** Compares webhook payloads with `@octokit/openapi-webhooks`. */
export class EventJudge {
	readonly #webhooks: JsonObject;
	readonly #open: Validator;
	readonly #whole: Validator;

	constructor(document: JsonObject) {
		this.#webhooks = objectOf(document['webhooks']);
		const components = objectOf(document['components']);
		this.#open = new Validator(components, 'open');
		this.#whole = new Validator(components, 'whole');
	}

	deviations({ event, payload }: RecordedEvent): readonly Deviation[] {
		const where = [event, textOf(payload['action'])].filter(Boolean).join(' ');
		const schema = this.#schemaOf(where.replaceAll(/[ _]/g, '-'));
		if (!schema) return [{ kind: 'event', where, what: 'no such event' }];
		const wrongs = this.#open.wrongs(schema, payload);
		if (wrongs.length > 0) return wrongs.map((what) => ({ kind: 'event', where, what }));
		return this.#whole.wrongs(schema, payload).map((what) => ({ kind: 'event lacks', where, what }));
	}

	#schemaOf(name: string): JsonObject | undefined {
		const body = objectOf(objectOf(objectOf(this.#webhooks[name])['post'])['requestBody']);
		const media = objectOf(body['content'])['application/json'];
		return media === undefined ? undefined : objectOf(objectOf(media)['schema']);
	}
}
