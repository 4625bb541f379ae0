export { narration } from './narration.ts';
export type { Telemetry } from './open-telemetry.ts';
export { telemetryFor, telemetrySecrets } from './telemetry.ts';
