import { sha256, type ToolContext } from '../core/index.ts';
import type { ToolServices } from './tool.ts';

/**
 * Returns the marker by which a later process finds an effect. It contains only a digest of the call's id, because a model chose the id.
 */
export function markerOf(kind: string, services: ToolServices, context: ToolContext): string {
	return `countersign:${kind}:${services.run}:${sha256(`${services.run}\n${context.callId}`).slice(0, 16)}`;
}
