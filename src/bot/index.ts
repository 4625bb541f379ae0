export {
	type AppHost,
	type AppParts,
	countersignApp,
	type Deliveries,
	type Delivery,
	type DeliveryContext,
	type ServedEvent,
	servedEvents,
} from './app.ts';
export { type DeliveryEnd, type EndKind, endStatus } from './delivery-end.ts';
export type { ApiLink, Place } from './installation-api.ts';
export { type CreatedApp, type Manifest, manifestFor, readManifest } from './manifest.ts';
export {
	type RecoveryPorts,
	type RecoveryTimes,
	recoverCommands,
	recoverDeliveries,
	startRecovery,
} from './recovery.ts';
export type { Runs, RunsIn, Started } from './runs.ts';
export { type BotOptions, type RunningBot, serveBot, startBot, webhookPath } from './serve.ts';
export type { AppIdentity } from './served.ts';
export { type SetUpApp, type SetupOptions, setUpApp } from './setup.ts';
