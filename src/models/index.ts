export { argumentProblem, invalidArguments } from './call-arguments.ts';
export { type Access, type Accesses, createModel, createModels, type ModelOptions, pricesFor } from './create-model.ts';
export { type Reach, reachModel } from './reach-model.ts';
