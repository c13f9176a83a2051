import numpy as np


def program():
    rng = np.random.default_rng(3)
    F = np.eye(4)
    F[0, 2] = F[1, 3] = 0.1
    H = np.eye(2, 4)
    Q = np.eye(4) * 0.01
    R = np.eye(2) * 0.1
    x = np.zeros(4)
    P = np.eye(4)
    for k in range(400):
        z = np.array([np.cos(k * 0.05), np.sin(k * 0.05)]) + 0.1 * rng.standard_normal(2)
        x = F @ x
        P = F @ P @ F.T + Q
        S = H @ P @ H.T + R
        K = P @ H.T @ np.linalg.inv(S)
        x = x + K @ (z - H @ x)
        P = (np.eye(4) - K @ H) @ P
    return x.tolist()
