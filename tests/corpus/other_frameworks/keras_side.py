"""Keras' models are called like PyTorch's, and have a fit of their own."""

import tensorflow as tf


def train(model, loader, optimizer, criterion):
    running_loss = 0
    for images, labels in loader:
        with tf.GradientTape() as tape:
            loss = criterion(labels, model(images, training=True))
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        running_loss += loss
    return running_loss
