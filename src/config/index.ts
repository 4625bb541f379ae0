export { type ControlFile, type ControlFiles, gatherControls } from './control-texts.ts';
export { type JobEnvironment, readJobEnvironment } from './environment.ts';
export { type Inputs, inputNames, readInputs } from './inputs.ts';
export { configPath, type RepositoryConfig, readRepositoryConfig } from './repository-config.ts';
