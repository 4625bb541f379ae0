import { isMap, isScalar, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';

/** A permission or an event that the App requests, and its reason. */
export interface Grant {
	/** The name as GitHub shows it: `Pull requests`. */
	readonly name: string;
	readonly level?: 'read' | 'write';
	/** Empty if the file gives no reason. */
	readonly reason: string;
}

export interface Grants {
	readonly permissions: readonly Grant[];
	readonly events: readonly Grant[];
}

/** Reads the App's permissions and events from `app.yml`. The comment above an entry is its reason. */
export function readGrants(text: string): Grants {
	const document = parseDocument(text);
	return {
		permissions: grantsIn(document.get('default_permissions')),
		events: grantsIn(document.get('default_events')),
	};
}

function grantsIn(list: unknown): readonly Grant[] {
	if (!isMap(list) && !isSeq(list)) return [];
	return entriesOf(list).flatMap(([key, value], index) => {
		if (!isScalar(key)) return [];
		// The YAML parser attaches the comment above the first entry to the list itself.
		const comment = key.commentBefore ?? (index === 0 ? list.commentBefore : undefined) ?? '';
		const reason = comment.replace(/\s+/g, ' ').trim();
		return [{ name: shownName(String(key.value)), ...levelOf(value), reason }];
	});
}

function entriesOf(list: YAMLMap | YAMLSeq): readonly (readonly [key: unknown, value?: unknown])[] {
	return isMap(list) ? list.items.map(({ key, value }) => [key, value]) : list.items.map((item) => [item]);
}

function levelOf(value: unknown): Pick<Grant, 'level'> {
	const level = isScalar(value) ? value.value : undefined;
	return level === 'read' || level === 'write' ? { level } : {};
}

function shownName(name: string): string {
	return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`.replaceAll('_', ' ');
}
