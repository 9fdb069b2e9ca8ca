"""TensorFlow's tape ends with its block; torch is here for a converted model only."""

import tensorflow as tf
import torch


def train_epoch(model, optimizer, dataset):
    total_loss = 0.0
    criterion = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    for inputs, labels in dataset:
        with tf.GradientTape() as tape:
            loss = criterion(labels, model(inputs, training=True))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        total_loss += loss
    return total_loss


def convert(weights):
    return {name: torch.from_numpy(value.numpy()) for name, value in weights.items()}
