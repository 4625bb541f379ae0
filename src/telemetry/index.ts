export { narration } from './narration.ts';
export { type Telemetry, type TelemetryOptions, telemetryFor, telemetrySecrets } from './telemetry.ts';
