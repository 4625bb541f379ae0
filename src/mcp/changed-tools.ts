import { digestOf, type JsonValue, type ToolDefinition } from '../core/index.ts';

/**
 * Explains in words which tool definitions differ from those at the start of the run. Undefined if all are the same. New tools are not
 * offered.
 */
export function changedTools(pinned: readonly ToolDefinition[], now: readonly ToolDefinition[]): string | undefined {
	const current = new Map(now.map((tool) => [tool.name, tool]));
	const changes = pinned.flatMap((tool) => {
		const other = current.get(tool.name);
		const parts = other === undefined ? ['it is gone'] : differences(tool, other);
		return parts.length === 0 ? [] : [`${tool.name}: ${parts.join(' and ')}`];
	});
	return changes.length === 0 ? undefined : changes.slice(0, 5).join('; ');
}

function differences(before: ToolDefinition, after: ToolDefinition): readonly string[] {
	const isSame = (key: 'description' | 'parameters') =>
		digestOf(before[key] as JsonValue) === digestOf(after[key] as JsonValue);
	return [
		...(isSame('description') ? [] : ['its description is another']),
		...(isSame('parameters') ? [] : ['its schema is another']),
	];
}
