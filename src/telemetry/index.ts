export { narration } from './narration.ts';
export type { Telemetry, TelemetryOptions } from './open-telemetry.ts';
export { telemetryFor, telemetrySecrets } from './telemetry.ts';
