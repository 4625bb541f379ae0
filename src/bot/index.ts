export { type CreatedApp, type Manifest, manifestFor, readManifest } from './manifest.ts';
export { type RecoveryPorts, recoverCommands, recoverDeliveries, startRecovery } from './recovery.ts';
export { type SetUpApp, type SetupOptions, setUpApp } from './setup.ts';
